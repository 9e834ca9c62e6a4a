// Prints ranges of hold'em: runs of starting hands, pairs first; then the other hands, one by one.
#include <algorithm>
#include <vector>

#include "poker/holdem/holdem_notation.hpp"
#include "poker/holdem/starting_hands.hpp"
#include "work/sorting.hpp"

namespace facevalue::poker {

namespace {

constexpr int SHORTEST_SLIDE = 3;  // two connectors are shorter as a list than with a dash

// The first and the last of a run of starting hands.
struct Run {
    int high, top, last_high, low;
    Kind kind;

    bool operator==(const Run&) const = default;
    // Pairs first, then the higher ones, then both kinds together.
    bool operator<(const Run& other) const {
        const auto place = [](const Run& run) {
            return std::tuple(run.high != run.top, -run.high, -run.top, run.kind);
        };
        return place(*this) < place(other);
    }
    std::string text() const {
        constexpr std::string_view KINDS[] = {"", "s", "o"};
        const auto name = [&](int one, int other) {
            const std::string ranks{RANK_LETTERS[static_cast<std::size_t>(one)],
                                    RANK_LETTERS[static_cast<std::size_t>(other)]};
            return ranks + std::string(KINDS[static_cast<std::size_t>(kind)]);
        };
        const std::string first = name(high, top), last = name(last_high, low);
        if (first == last) return first;
        // "+" means pairs up to the aces, or kickers up to the rank below the top card.
        const bool are_pairs = high == top && high == ACE, are_kickers = high == last_high && top == high - 1;
        return are_pairs || are_kickers ? last + '+' : first + '-' + last;
    }
};

// Calls visit(top, low) for each run of ranks in a set.
template <class Visit>
void each_run(Ranks ranks, const Visit& visit) {
    while (ranks != 0) {
        const int low = std::countr_zero(ranks), top = low + std::countr_one(ranks >> low) - 1;
        visit(top, low);
        ranks &= ~((Ranks{2} << top) - 1);
    }
}

// Which starting hands are whole: pairs, and the kickers of each rank.
struct WholeHands {
    Ranks pairs = 0;
    std::array<Ranks, RANKS> suited{}, offsuit{};
};

void add_slides(std::vector<Run>& single, Kind kind, std::vector<Run>& runs) {
    for (int gap = 1; gap < RANKS; ++gap) {
        Ranks highs = 0;
        for (const Run& run : single)
            if (run.high - run.top == gap) highs |= Ranks{1} << run.high;
        each_run(highs, [&](int top, int low) {
            if (top - low + 1 < SHORTEST_SLIDE) return;
            runs.push_back({top, top - gap, low, low - gap, kind});
            std::erase_if(single, [&](const Run& run) {
                return run.high - run.top == gap && run.high >= low && run.high <= top;
            });
        });
    }
}

// The starting hands in as few runs as possible: pairs, kickers, connectors such as T9s 98s 87s.
std::vector<Run> runs_of(const WholeHands& whole) {
    std::vector<Run> runs;
    each_run(whole.pairs, [&](int top, int low) { runs.push_back({top, top, low, low, Kind::Any}); });
    const auto kickers_of = [](const std::array<Ranks, RANKS>& kickers, Kind kind) {
        std::vector<Run> found;
        for (int high = 0; high < RANKS; ++high)
            each_run(kickers[static_cast<std::size_t>(high)],
                     [&](int top, int low) { found.push_back({high, top, high, low, kind}); });
        return found;
    };
    const auto suited = kickers_of(whole.suited, Kind::Any), offsuit = kickers_of(whole.offsuit, Kind::Any);
    const auto is_in = [](const std::vector<Run>& all, const Run& run) { return std::ranges::count(all, run) > 0; };
    for (const auto& [own, others, kind] :
         {std::tuple(&suited, &offsuit, Kind::Suited), std::tuple(&offsuit, &suited, Kind::Offsuit)}) {
        std::vector<Run> single;
        for (Run run : *own) {
            const bool is_both = is_in(*others, run);
            if (is_both && kind == Kind::Offsuit) continue;
            if (!is_both) run.kind = kind;
            (is_both || run.top != run.low ? runs : single).push_back(run);
        }
        add_slides(single, kind, runs);
        runs.insert(runs.end(), single.begin(), single.end());
    }
    sort_items(runs);
    return runs;
}

// The hands of one weight, and how many items they are.
std::string hands_text(std::span<const std::uint16_t> hands, std::size_t& items) {
    if (hands.size() == HOLDEM_HANDS) {
        items = 1;
        return "random";
    }
    std::array<std::uint8_t, STARTING_HANDS> counts{};
    for (const std::uint16_t hand : hands) ++counts[starting_hands_by_place()[hand]];
    WholeHands whole;
    std::array<bool, STARTING_HANDS> are_whole{};
    for (std::size_t name = 0; name < STARTING_HANDS; ++name) {
        const std::size_t row = name / RANKS, column = name % RANKS;
        are_whole[name] = counts[name] == starting_hand_size(name);
        if (!are_whole[name]) continue;
        const auto high = static_cast<std::size_t>(ACE) - std::min(row, column);
        const Ranks low = Ranks{1} << (static_cast<std::size_t>(ACE) - std::max(row, column));
        (row == column ? whole.pairs : row < column ? whole.suited[high] : whole.offsuit[high]) |= low;
    }
    std::string text;
    const auto add = [&](const std::string& item) {
        text += (text.empty() ? "" : ", ") + item;
        ++items;
    };
    for (const Run& run : runs_of(whole)) add(run.text());
    for (const std::uint16_t hand : hands)
        if (!are_whole[starting_hands_by_place()[hand]]) add(text_of(hands_by_place()[hand]));
    return text;
}

}  // namespace

std::string range_text(const HandWeights& range) {
    // The hands, weight by weight.
    const std::vector<std::uint32_t> counts = range.counts();
    std::vector<std::uint32_t> ends(counts.size() + 1);
    for (std::size_t i = 0; i < counts.size(); ++i) ends[i + 1] = ends[i] + counts[i];
    std::vector<std::uint16_t> hands(ends.back());
    std::vector<std::uint32_t> next = ends;
    for (std::size_t hand = 0; hand < HOLDEM_HANDS; ++hand)
        if (const std::uint16_t place = range.places()[hand])
            hands[next[place - 1U]++] = static_cast<std::uint16_t>(hand);
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        std::size_t items = 0;
        const std::string part = hands_text(std::span(hands).subspan(ends[i], counts[i]), items);
        const Weight& weight = range.weights()[i];
        if (i > 0) text += ", ";
        if (weight == WHOLE)
            text += part;
        else
            text += items == 1 ? part + ':' + weight_text(weight) : weight_text(weight) + '(' + part + ')';
    }
    return text.empty() ? "0%" : text;
}

}  // namespace facevalue::poker
