#include "poker/omaha/omaha_notation.hpp"

#include <algorithm>
#include <numeric>

#include "poker/notation/partial_hand.hpp"
#include "text/quoted.hpp"
#include "work/sorting.hpp"

namespace facevalue::poker {

namespace {

// What a place may be: a card, a rank or a variable.
struct Word {
    int card = -1, rank = -1;
    char variable = 0;

    std::string text() const {
        if (card >= 0) return card_text(card);
        return {rank >= 0 ? RANK_LETTERS[static_cast<std::size_t>(rank)] : variable};
    }
};

// Places of an item, and the number of any cards at its end.
struct Row {
    std::size_t start = 0, end = 0, rest = 0;
};

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

class ItemParser {
  public:
    ItemParser(Scanner& scanner, int size, const OmahaOrder* order) : scanner_(scanner), size_(size), order_(order) {}
    bool read(OmahaItem& item);

  private:
    bool read_best(OmahaItem& item, bool& is_best);
    bool read_row(OmahaItem& item);
    bool read_places(const Row& row, std::size_t start, std::string& text, std::vector<HandPattern>& patterns);
    bool fill(const std::vector<std::vector<Word>>& choices, int others, std::size_t start,
              std::vector<HandPattern>& patterns);
    bool climb(const std::vector<HandPattern>& first, const std::vector<HandPattern>& last, bool is_open,
               std::size_t start, std::vector<HandPattern>& patterns);
    bool read_filters(std::size_t place, std::size_t end, std::size_t start, std::vector<Filter>& filters);

    std::size_t list_at(std::size_t place) const;
    std::size_t filter_at(std::size_t place) const;
    std::size_t filters_at(std::size_t place) const;
    bool is_end(std::size_t place) const {
        return place == scanner_.text().size() || scanner_.has_any(",;:=@()", place) ||
               scanner_.spaces(place) > place || scanner_.from(place).starts_with("[/");
    }
    // The place after the next one, in the usual reading.
    std::size_t place_at(std::size_t place) const;
    template <class Next>
    bool match_row(std::size_t place, int left, const Next& next) const;
    std::string expected_hand() const {
        return "expected a hand of " + std::to_string(size_) + " cards, like AA" +
               std::string(static_cast<std::size_t>(size_ - 2), '*');
    }

    Scanner& scanner_;
    int size_;
    const OmahaOrder* order_;
};

// "[AKQJ]" or "[As, Kd]": all ways to split it into cards and ranks are followed at once.
std::size_t ItemParser::list_at(std::size_t place) const {
    if (!scanner_.has('[', place)) return Scanner::NONE;
    constexpr std::size_t LONGEST = 16;  // bytes of a card
    std::array<bool, LONGEST> is_reached{};
    is_reached[0] = true;
    std::size_t last = place + 1;  // the last place that is reached
    bool has_word = false;
    for (std::size_t at = place + 1; at <= last && at < scanner_.text().size(); ++at) {
        const bool is_here = std::exchange(is_reached[(at - place - 1) % LONGEST], false);
        if (!is_here) continue;
        const auto reach = [&](std::size_t end) {
            is_reached[(end - place - 1) % LONGEST] = true;
            last = std::max(last, end);
        };
        if (scanner_.has(']', at) && has_word) return at + 1;
        const std::string_view rest = scanner_.from(at);
        std::string_view after = rest;
        if (scanner_.has(',', at) || is_space(take_character(after)))
            reach(scanner_.has(',', at) ? at + 1 : at + rest.size() - after.size());
        for (const Spelling& word : {card_at(rest), rank_at(rest)}) {
            if (word) reach(at + word.length);
            has_word |= static_cast<bool>(word);
        }
    }
    return Scanner::NONE;
}

std::size_t ItemParser::place_at(std::size_t place) const {
    if (const Spelling card = card_at(scanner_.from(place))) return place + card.length;
    if (const Spelling rank = rank_at(scanner_.from(place))) return place + rank.length;
    if (scanner_.has_any("RONPronp*.?", place)) return place + 1;
    return list_at(place);
}

// Calls next(end of the places, end of the row) for every way to read places and an `xx` at their end, as few places as
// possible first, until it returns true.
template <class Next>
bool ItemParser::match_row(std::size_t place, int left, const Next& next) const {
    std::size_t end = place;
    while (scanner_.has_any("Xx", end)) ++end;
    if (next(place, end)) return true;
    if (left == 0 || place == scanner_.text().size()) return false;
    const Spelling card = card_at(scanner_.from(place));
    if (card && match_row(place + card.length, left - 1, next)) return true;
    const Spelling rank = rank_at(scanner_.from(place));
    if (rank) return match_row(place + rank.length, left - 1, next);
    const std::size_t other = card ? Scanner::NONE : place_at(place);
    return other != Scanner::NONE && match_row(other, left - 1, next);
}

std::size_t ItemParser::filter_at(std::size_t place) const {
    if (scanner_.has(':', place)) {
        std::size_t end = place + 1;
        while (scanner_.has_any("wxyzWXYZ", end)) ++end;
        return end > place + 1 ? end : Scanner::NONE;
    }
    const bool has_sign = scanner_.has('$', place);
    const std::size_t found = scanner_.word_at(place + (has_sign ? 1 : 0), {"ds", "ss", "rainbow"});
    return found == Scanner::NONE && has_sign ? scanner_.word_at(place + 1, {"np", "op", "tp"}) : found;
}

// After as many filters as possible that end an item; Scanner::NONE if there is no end.
std::size_t ItemParser::filters_at(std::size_t place) const {
    std::size_t found = is_end(place) ? place : Scanner::NONE;
    for (std::size_t end = filter_at(place); end != Scanner::NONE; end = filter_at(end))
        if (is_end(end)) found = end;
    return found;
}

bool ItemParser::read_filters(std::size_t place, std::size_t end, std::size_t start, std::vector<Filter>& filters) {
    while (place < end) {
        const std::size_t after = filter_at(place);
        std::string word;
        for (const char c : scanner_.text().substr(place, after - place))
            if (c != '$' && c != ':') word += static_cast<char>(c | 0x20);
        filters.emplace_back(std::move(word));
        place = after;
    }
    for (const Filter& filter : filters)
        if (filter.is_suit_pattern() && filter.word().size() != static_cast<std::size_t>(size_))
            return scanner_.fail("expected " + std::to_string(size_) + " letters for the suits, like xxyy", start);
    return true;
}

bool ItemParser::read(OmahaItem& item) {
    const std::size_t start = scanner_.place();
    const std::size_t word = scanner_.everything_at(start);
    const std::size_t end = word == Scanner::NONE ? Scanner::NONE : filters_at(word);
    if (scanner_.take(end)) {
        std::vector<Filter> filters;
        if (!read_filters(word, end, start, filters)) return false;
        item = OmahaItem::of_pattern({0, {}, 0, static_cast<std::int8_t>(size_)}, std::move(filters));
        return true;
    }
    bool is_best = false;
    if (!read_best(item, is_best)) return false;
    return is_best || read_row(item);
}

bool ItemParser::read_best(OmahaItem& item, bool& is_best) {
    const std::size_t start = scanner_.place();
    Share low, high;
    const bool is_read = scanner_.take_best(is_best, low, high, item.text);
    if (!is_best) return true;
    if (size_ > MOST_ORDERED) return scanner_.fail(no_omaha_order("percentages", size_), start);
    if (!is_read) return false;
    const std::size_t place = scanner_.place();
    const std::size_t end = filters_at(place);
    if (!scanner_.take(end)) return scanner_.fail("expected a comma after a percentage");
    if (order_ == nullptr) return scanner_.fail(no_omaha_order("percentages", size_), start);
    if (!read_filters(place, end, start, item.filters)) return false;
    item.best = std::pair(low, high);
    item.text += filters_text(item.filters);
    return true;
}

bool ItemParser::read_row(OmahaItem& item) {
    const std::size_t start = scanner_.place();
    Row first{start, 0, 0}, last;
    std::size_t sign = Scanner::NONE, filters = Scanner::NONE,
                end = Scanner::NONE;  // after a plus or before a dash; where filters start and end
    bool is_open = false, is_run = false;
    const auto ends_at = [&](std::size_t place) {
        filters = place;
        end = filters_at(place);
        return end != Scanner::NONE;
    };
    const bool is_found = match_row(start, size_, [&](std::size_t places_end, std::size_t row_end) {
        first.end = places_end;
        first.rest = row_end - places_end;
        is_open = scanner_.has('+', row_end) && ends_at(row_end + 1);
        if (is_open) return true;
        sign = scanner_.dash_at(row_end);
        is_run = sign != Scanner::NONE && match_row(sign, size_, [&](std::size_t other_end, std::size_t other_row_end) {
                     last = {sign, other_end, other_row_end - other_end};
                     return ends_at(other_row_end);
                 });
        if (sign != Scanner::NONE && !is_run && scanner_.spaces(sign - 1) == sign) {  // `JT98 - ` has no end
            last = {sign - 1, sign - 1, 0};
            is_run = ends_at(sign - 1);
        }
        return is_run || ends_at(row_end);
    });
    if (!is_found || end == start) {
        std::size_t place = start;
        for (std::size_t next = place_at(place); next != Scanner::NONE; next = place_at(place)) place = next;
        scanner_.move_to(place);
        return scanner_.fail(expected_hand());
    }
    scanner_.move_to(end);
    std::vector<HandPattern> patterns, others;
    std::string text, other_text;
    if (!read_filters(filters, end, start, item.filters) || !read_places(first, start, text, patterns)) return false;
    if (is_open || is_run) {
        if (is_run && !read_places(last, last.start, other_text, others)) return false;
        item.text = text + (is_open ? "+" : "-" + other_text) + filters_text(item.filters);
        return climb(patterns, others, is_open, start, item.patterns);
    }
    if (patterns.size() == 1) {
        item = OmahaItem::of_pattern(patterns.front(), std::move(item.filters));
        return true;
    }
    item.text = text + filters_text(item.filters);
    item.patterns = std::move(patterns);
    return true;
}

// The places of an item as they are printed, and all ways to fill them with cards and ranks.
bool ItemParser::read_places(const Row& row, std::size_t start, std::string& text, std::vector<HandPattern>& patterns) {
    std::vector<std::vector<Word>> choices;
    std::size_t any_count = row.rest;
    for (std::size_t place = row.start; place < row.end;) {
        // The places of the row end where it ends, so that a rank may come before a filter, as in AKss.
        std::size_t next = place_at(place);
        if (next == Scanner::NONE || next > row.end) next = place + rank_at(scanner_.from(place)).length;
        if (next == place) {  // inside a card that is read in another way, such as c1 in Ac1
            ++place;
            continue;
        }
        if (scanner_.has_any("*.?", place)) {
            ++any_count;
            place = next;
            continue;
        }
        std::vector<Word>& words = choices.emplace_back();
        while (place < next) {
            const std::string_view rest = scanner_.text().substr(place, next - place);
            const Spelling card = card_at(rest), rank = card ? Spelling{} : rank_at(rest);
            if (card)
                words.push_back({card.value, -1, 0});
            else if (rank)
                words.push_back({-1, rank.value, 0});
            else if (scanner_.has_any("RONPronp", place))
                words.push_back({-1, -1, upper(rest.front())});
            place += card ? card.length : rank ? rank.length : 1;
        }
    }
    const int missing =
        size_ - static_cast<int>(choices.size()) - static_cast<int>(std::min(any_count, std::size_t{64}));
    if (missing < 0 || (any_count > 0 && missing > 0))
        return scanner_.fail(expected_hand(), start + (row.end - row.start) + row.rest);
    for (const std::vector<Word>& words : choices) {
        std::string named;
        for (const Word& word : words) named += word.text();
        text += words.size() == 1 ? named : '[' + named + ']';
    }
    const int others = static_cast<int>(any_count) + missing;
    text += std::string(any_count, '*');
    return fill(choices, others, start, patterns);
}

bool ItemParser::fill(const std::vector<std::vector<Word>>& choices, int others, std::size_t start,
                      std::vector<HandPattern>& patterns) {
    std::string variables;
    for (const char variable : {'N', 'O', 'P', 'R'})
        if (std::ranges::any_of(choices, [&](const auto& words) { return words.front().variable == variable; }))
            variables += variable;
    std::uint64_t ways = 1;
    for (const auto& words : choices) ways = std::min(ways * words.size(), MAX_WAYS + 1);
    for (std::size_t at = 0; at < variables.size(); ++at) ways = std::min(ways * (RANKS - at), MAX_WAYS + 1);
    if (ways > MAX_WAYS) return scanner_.fail("expected fewer cards and ranks in brackets", start);
    const char* message = "";
    std::vector<std::size_t> chosen(choices.size());
    std::vector<int> ranks(variables.size());
    const auto add = [&] {
        HandPattern pattern{0, {}, 0, static_cast<std::int8_t>(others)};
        std::array<int, RANKS> counts{};
        bool are_different = true;
        for (std::size_t at = 0; at < choices.size(); ++at) {
            const Word& word = choices[at][chosen[at]];
            if (word.card >= 0) {
                are_different &= (pattern.known & card_of(word.card)) == 0;
                pattern.known |= card_of(word.card);
            } else {
                const int rank = word.rank >= 0 ? word.rank : ranks[variables.find(word.variable)];
                ++counts[static_cast<std::size_t>(rank)];
            }
        }
        bool are_few = true;
        for (int rank = ACE; rank >= 0; --rank) {
            const int count = counts[static_cast<std::size_t>(rank)];
            int left = SUITS;
            for (int suit = 0; suit < SUITS; ++suit) left -= (pattern.known & card(rank, suit)) != 0 ? 1 : 0;
            are_few &= count <= left;
            for (int i = 0; i < count; ++i)
                pattern.ranks[static_cast<std::size_t>(pattern.rank_count++)] = static_cast<std::int8_t>(rank);
        }
        if (!are_different)
            message = "expected different cards";
        else if (!are_few)
            message = "expected at most four cards of a rank";
        else
            patterns.push_back(pattern);
    };
    // All ranks of the variables, then all words of the places; the last one changes first.
    std::uint64_t rank_ways = 1;
    for (std::size_t at = 0; at < variables.size(); ++at) rank_ways *= RANKS;
    for (std::uint64_t way = 0; way < rank_ways; ++way) {
        std::uint64_t left = way;
        for (std::size_t at = variables.size(); at-- > 0; left /= RANKS) ranks[at] = static_cast<int>(left % RANKS);
        bool are_apart = true;
        for (std::size_t at = 0; at < ranks.size(); ++at)
            are_apart &= std::find(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(at), ranks[at]) ==
                         ranks.begin() + static_cast<std::ptrdiff_t>(at);
        if (!are_apart) continue;
        std::ranges::fill(chosen, std::size_t{0});
        for (bool is_last = false; !is_last;) {
            add();
            std::size_t at = choices.size();
            while (at > 0 && ++chosen[at - 1] == choices[at - 1].size()) chosen[--at] = 0;
            is_last = at == 0;
        }
    }
    if (patterns.empty()) return scanner_.fail(message, start);
    // Each pattern once, where it was first.
    std::vector<std::uint32_t> places(patterns.size());
    std::iota(places.begin(), places.end(), 0U);
    sort_stably(places, [&](std::uint32_t a, std::uint32_t b) { return patterns[a] < patterns[b]; });
    std::vector<bool> is_repeated(patterns.size());
    for (std::size_t at = 1; at < places.size(); ++at)
        is_repeated[places[at]] = patterns[places[at]] == patterns[places[at - 1]];
    std::size_t at = 0;
    std::erase_if(patterns, [&](const HandPattern&) { return is_repeated[at++]; });
    return true;
}

// The hands of `JT98-8765`, or of `JT98+` up to the aces.
bool ItemParser::climb(const std::vector<HandPattern>& first, const std::vector<HandPattern>& last, bool is_open,
                       std::size_t start, std::vector<HandPattern>& patterns) {
    const HandPattern& one = first.front();
    const auto moved = [](HandPattern pattern, int top) {
        const int step = top - pattern.ranks[0];
        for (std::size_t at = 0; at < static_cast<std::size_t>(pattern.rank_count); ++at)
            pattern.ranks[at] = static_cast<std::int8_t>(pattern.ranks[at] + step);
        return pattern;
    };
    const auto is_in_step = [&](const HandPattern& end) {
        return end.known == 0 && end.rank_count > 0 && moved(end, one.ranks[0]) == one;
    };
    if (first.size() > 1 || !is_in_step(one) || !std::ranges::all_of(last, is_in_step))
        return scanner_.fail("expected ranks that go up or down in step, like JT98-8765", start);
    const int other = is_open ? ACE : last.back().ranks[0];
    const int low = std::min<int>(one.ranks[0], other), high = std::max<int>(one.ranks[0], other);
    if (is_open && low == high && one.ranks[static_cast<std::size_t>(one.rank_count - 1)] != high)
        return scanner_.fail("expected a rank below the ace before +", start);
    for (int top = high; top >= low; --top) patterns.push_back(moved(one, top));
    return true;
}

}  // namespace

bool OmahaItems::read(Scanner& scanner) {
    OmahaItem item;
    std::vector<PartialCard> cards;
    const std::size_t start = scanner.place(), end = partial_hand_at(scanner, start, size(), cards);
    if (scanner.take(end)) {  // `A? Kh ? ?` is `AKh**`
        std::string text, unknown;
        for (const PartialCard& each : cards) {
            if (each.is_unknown())
                unknown += '*';
            else
                text += each.card >= 0 ? card_text(each.card)
                                       : std::string(1, RANK_LETTERS[static_cast<std::size_t>(each.rank)]);
        }
        text += unknown;
        Scanner written(text);
        if (!ItemParser(written, size(), order_).read(item)) return scanner.fail(written.message(), start);
        waiting_.push_back(std::move(item));
        return true;
    }
    if (!ItemParser(scanner, size(), order_).read(item)) return false;
    waiting_.push_back(std::move(item));
    return true;
}

void OmahaItems::weigh(const Weight& weight) {
    for (OmahaItem& item : waiting_) items_.push_back(std::move(item));
    weights_.resize(items_.size(), weight);
    drop();
}

}  // namespace facevalue::poker
