#include "poker/holdem/holdem_notation.hpp"

#include <algorithm>

#include "poker/holdem/named_groups.hpp"
#include "poker/holdem/starting_hands.hpp"
#include "poker/notation/partial_hand.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t LEAST_OMAHA = 4, MOST_OMAHA = 6;  // cards

// A starting hand: two ranks, the higher first, and s, o or nothing.
struct Name {
    int high = 0, low = 0;
    Kind kind = Kind::Any;
};

std::size_t kind_at(const Scanner& scanner, std::size_t place, Kind& kind) {
    const bool is_suited = scanner.has_any("sS", place), is_offsuit = scanner.has_any("oO", place);
    kind = is_suited ? Kind::Suited : is_offsuit ? Kind::Offsuit : Kind::Any;
    return place + (kind == Kind::Any ? 0 : 1);
}

// "AKs" at a place; false with an error for a pair with s or o.
bool name_at(Scanner& scanner, std::size_t& place, Name& name) {
    const std::size_t start = place;
    const Spelling one = rank_at(scanner.from(place));
    const Spelling other = one ? rank_at(scanner.from(place + one.length)) : Spelling{};
    place = Scanner::NONE;
    if (!other) return true;
    place = kind_at(scanner, start + one.length + other.length, name.kind);
    name.high = std::max(one.value, other.value);
    name.low = std::min(one.value, other.value);
    return name.high != name.low || name.kind == Kind::Any || scanner.fail("expected a pair without s or o", start);
}

// The hand of two cards that end here.
bool read_cards(Scanner& scanner, int one, int other, std::size_t start, HandSet& hands) {
    std::size_t count = 2;
    for (std::string_view rest = scanner.from(scanner.place());; ++count) {
        const Spelling next = card_at(rest);
        if (!next) break;
        rest.remove_prefix(next.length);
    }
    if (count > 2) {
        std::string remedy;
        if (count >= LEAST_OMAHA && count <= MOST_OMAHA)
            remedy = ", or a game such as omaha" + (count > LEAST_OMAHA ? std::to_string(count) : "");
        return scanner.fail("expected hands of two cards, not " + std::to_string(count) + remedy);
    }
    if (one == other) return scanner.fail("expected two different cards", start);
    hands.insert(place_of(std::max(one, other), std::min(one, other)));
    return true;
}

// "[Ah Kd]"; false if there is something else.
bool bracket_at(const Scanner& scanner, std::size_t place, int& one, int& other, std::size_t& end) {
    if (!scanner.has('[', place)) return false;
    place = scanner.spaces(place + 1);
    const Spelling first = card_at(scanner.from(place));
    if (!first) return false;
    place += first.length;
    while (scanner.has(',', place) || scanner.spaces(place) > place)
        place = scanner.has(',', place) ? place + 1 : scanner.spaces(place);
    const Spelling last = card_at(scanner.from(place));
    if (!last) return false;
    place = scanner.spaces(place + last.length);
    one = first.value;
    other = last.value;
    end = place + 1;
    return scanner.has(']', place);
}

// What begins with a card: two cards, or a card with any other one.
bool read_with_card(Scanner& scanner, const Spelling& first, HandSet& hands) {
    const std::size_t start = scanner.place(), after = start + first.length;
    if (scanner.has_any("Xx*?", after)) {  // `Kh*h`: the king with every other heart; `Kh*`: with every other card
        const Spelling suit = suit_at(scanner.from(after + 1));
        scanner.move_to(after + 1 + suit.length);
        for (int id = 0; id < DECK; ++id)
            if (id != first.value && (!suit || id % SUITS == suit.value))
                hands.insert(place_of(std::max(id, first.value), std::min(id, first.value)));
        return true;
    }
    const std::size_t second = scanner.spaces(after);
    const Spelling other = card_at(scanner.from(second));
    scanner.move_to(second + other.length);
    // `Ah Kd Qs Jc` may be two hands, or one of Omaha.
    const std::size_t third = scanner.spaces(scanner.place());
    if (second > after && third > scanner.place() && card_at(scanner.from(third)))
        return scanner.fail("expected a comma between hands", third);
    return read_cards(scanner, first.value, other.value, start, hands);
}

bool is_with_card(const Scanner& scanner, const Spelling& first) {
    const std::size_t after = scanner.place() + first.length;
    return scanner.has_any("Xx*?", after) || card_at(scanner.from(scanner.spaces(after)));
}

// `Kx`: a king with any lower card; `Kx+`: also an ace with any lower card.
bool read_with_lower(Scanner& scanner, const Spelling& rank, HandSet& hands) {
    const std::size_t start = scanner.place();
    Kind kind;
    std::size_t end = kind_at(scanner, start + rank.length + 1, kind);
    const bool is_open = scanner.has('+', end);
    scanner.move_to(end + (is_open ? 1 : 0));
    if (rank.value == 0 && !is_open)
        return scanner.fail("expected a rank above the twos, since x is any lower one", start);
    for (int high = rank.value; high <= (is_open ? ACE : rank.value); ++high)
        for (int kicker = 0; kicker < high; ++kicker) hands.insert(high, kicker, kind);
    return true;
}

// `A? ?` or `Ah xx`: a card with any other one; false if there is something else.
bool take_partial(Scanner& scanner, HandSet& hands) {
    std::vector<PartialCard> cards;
    if (!scanner.take(partial_hand_at(scanner, scanner.place(), 2, cards))) return false;
    const PartialCard& known = cards[0].is_unknown() ? cards[1] : cards[0];
    for (int high = 1; high < DECK; ++high)
        for (int low = 0; low < high; ++low) {
            const bool is_in = known.card >= 0 ? high == known.card || low == known.card
                                               : high / SUITS == known.rank || low / SUITS == known.rank;
            if (known.is_unknown() || is_in) hands.insert(place_of(high, low));
        }
    return true;
}

// A starting hand, or a run of them.
bool read_run(Scanner& scanner, HandSet& hands) {
    std::size_t end = scanner.place();
    Name first;
    if (!name_at(scanner, end, first)) return false;
    if (end == Scanner::NONE) return scanner.fail("expected a hand like QQ, AKs or AhKh");
    scanner.move_to(end);
    auto [high, low, kind] = first;
    if (scanner.has('+', end)) {
        scanner.move_to(end + 1);
        // `QQ+` are all pairs from queens up, `KTs+` all kickers from ten to below the king.
        for (int rank = low; rank < (high == low ? RANKS : high); ++rank)
            hands.insert(high == low ? rank : high, rank, kind);
        return true;
    }
    if (!scanner.take(scanner.dash_at(end))) {
        hands.insert(high, low, kind);
        return true;
    }
    const std::size_t start = scanner.place();
    std::size_t last_end = start;
    Name last;
    if (!name_at(scanner, last_end, last)) return false;
    if (last_end == Scanner::NONE) return scanner.fail("expected a hand after the dash");
    scanner.move_to(last_end);
    if (kind == Kind::Any && high != low) kind = last.kind;  // AK-87s is AKs-87s
    const bool are_alike = kind == last.kind && (high == low) == (last.high == last.low);
    const bool is_one_top = high == last.high, is_one_gap = high - low == last.high - last.low;
    if (!are_alike || (!is_one_top && !is_one_gap))
        return scanner.fail("expected a run of hands like 77-JJ, A5s-A2s or T9s-65s", start);
    for (int kicker = std::min(low, last.low); kicker <= std::max(low, last.low); ++kicker)
        hands.insert(is_one_top ? high : kicker + high - low, kicker, kind);
    return true;
}

}  // namespace

bool HoldemItems::read(Scanner& scanner) {
    bool is_best = false;
    Share low, high;
    std::string spelled;
    if (!scanner.take_best(is_best, low, high, spelled)) return false;
    if (is_best) {
        waiting_.insert(best_hands(low, high, deck_));
        return true;
    }
    if (take_partial(scanner, waiting_)) return true;
    const std::size_t start = scanner.place();
    int one = 0, other = 0;
    std::size_t end = Scanner::NONE;
    if (bracket_at(scanner, start, one, other, end)) {
        scanner.move_to(end);
        return read_cards(scanner, one, other, start, waiting_);
    }
    const Spelling card = card_at(scanner.from(start));
    if (card && is_with_card(scanner, card)) return read_with_card(scanner, card, waiting_);
    const Spelling rank = rank_at(scanner.from(start));
    if (rank && scanner.has_any("Xx*", start + rank.length)) return read_with_lower(scanner, rank, waiting_);
    if (rank && scanner.has('?', start + rank.length)) {  // an ace with every other card
        scanner.move_to(start + rank.length + 1);
        for (int ranks = 0; ranks < RANKS; ++ranks)
            waiting_.insert(std::max(rank.value, ranks), std::min(rank.value, ranks), Kind::Any);
        // `A? K?` could be both cards of a hand, or hands with either.
        const std::size_t next = scanner.spaces(scanner.place());
        const Spelling other = next > scanner.place() ? rank_at(scanner.from(next)) : Spelling{};
        if (other && scanner.has('?', next + other.length))
            return scanner.fail("expected a comma between hands, or both ranks like AK for a hand that has both", next);
        return true;
    }
    // No name of a group begins with two ranks, as most items do.
    const bool has_two_ranks = rank && rank_at(scanner.from(start + rank.length));
    const FoundGroup found = has_two_ranks ? FoundGroup{} : named_group_at(scanner.from(start));
    if (found.group != nullptr) {
        scanner.move_to(start + found.length);
        waiting_.insert(*read_hands(found.group->hands, {}));
        return true;
    }
    end = scanner.everything_at(start);
    for (const std::string_view sign : {"**", "*", "??", ".."})
        if (end == Scanner::NONE && scanner.from(start).starts_with(sign)) end = start + sign.size();
    if (!scanner.take(end)) return read_run(scanner, waiting_);
    add_everything();
    return true;
}

Expected<HandWeights> read_range(std::string_view text, const Stop& stop, int deck) {
    HoldemItems items(deck);
    Pulse pulse(stop);
    const auto found = read_items(text, items, pulse);
    if (!found) return found.problem();
    return items.range();
}

Expected<HandSet> read_hands(std::string_view text, const Stop& stop, int deck) {
    HoldemItems items(deck);
    Pulse pulse(stop);
    const auto found = read_items(text, items, pulse);
    if (!found) return found.problem();
    if (found->has_weights) return no_weights_problem(text);
    return items.hands();
}

}  // namespace facevalue::poker
