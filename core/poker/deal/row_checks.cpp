#include "poker/deal/row_checks.hpp"

#include <algorithm>
#include <array>

#include "poker/cards/combinations.hpp"
#include "poker/cards/given_cards.hpp"
#include "poker/cards/pot_counts.hpp"
#include "text/decimal.hpp"
#include "text/joined.hpp"

namespace facevalue::poker {

namespace {

constexpr double BYTES_PER_SECOND = 1e8;  // an estimate, which also refuses rows beyond a gigabyte

// Also jokers, from 52 up.
Cards mask_of_ids(std::span<const std::uint8_t> ids) {
    Cards all = 0;
    for (const int id : ids) all |= id < DECK ? card_of(id) : Cards{1} << id;
    return all;
}

int jokers_in(const GameCards& game) { return size(game.wilds & ~FULL_DECK); }

std::string counted_things(std::size_t count, std::string_view thing) {
    return joined({count, " ", thing, count == 1 ? "" : "s"});
}

std::optional<Problem> wrong_cards(const GameCards& game, const RowSizes& sizes, std::span<const std::uint8_t> hands,
                                   std::span<const std::uint8_t> board) {
    Ids all(hands.begin(), hands.end());
    all.insert(all.end(), board.begin(), board.end());
    const int last = DECK - 1 + jokers_in(game);
    for (const int id : all)
        if (id > last) return card_problem(joined({"the id of a card must be from 0 to ", last, ", not ", id}));
    std::ranges::sort(all);
    const auto repeated = std::ranges::adjacent_find(all);
    if (repeated != all.end() && *repeated >= DECK) return card_problem(joined({"joker ", *repeated, " is repeated"}));
    std::erase_if(all, [](int id) { return id >= DECK; });
    if (auto problem = repeated_card(all)) return problem;
    for (std::size_t player = 0; player < sizes.players; ++player) {
        const Cards hand = mask_of_ids(hands.subspan(player * sizes.hole, sizes.hole));
        if (auto problem = wrong_hand(game, hand, mask_of_ids(board))) return problem;
    }
    return std::nullopt;
}

}  // namespace

void number_jokers(Ids& ids, int decks, int& seen) {
    for (std::uint8_t& id : ids)
        if (id == GivenCards::JOKER_ID) id = static_cast<std::uint8_t>(DECK + seen++ / decks);
}

std::string DealPlan::work() const { return with_commas(count) + " deals"; }

namespace {

// All cards of the decks but these.
Ids pool_of(const GameCards& game, int decks, const Ids& gone) {
    std::array<int, DECK + MOST_JOKERS> left{};
    for (int id = 0; id < DECK + jokers_in(game); ++id)
        left[static_cast<std::size_t>(id)] = id >= DECK || (card_of(id) & game.missing()) == 0 ? decks : 0;
    for (const std::uint8_t id : gone) --left[id];
    Ids pool;
    for (std::size_t id = 0; id < left.size(); ++id)
        for (int i = 0; i < left[id]; ++i) pool.push_back(static_cast<std::uint8_t>(id));
    return pool;
}

}  // namespace

Expected<DealPlan> deal_plan(const GameCards& game, std::uint64_t count, std::size_t players, Ids board, Ids dead,
                             int decks) {
    Ids known = board;
    known.insert(known.end(), dead.begin(), dead.end());
    if (auto problem = too_many_jokers(game.name, jokers_in(game), decks, known)) return *std::move(problem);
    int seen = 0;
    number_jokers(board, decks, seen);
    number_jokers(dead, decks, seen);
    const Cards shared = mask_of_ids(board), gone = mask_of_ids(dead);
    if (decks == 1)
        if (auto problem = clash(std::array{Place{"on the board", shared}, Place{"among the dead cards", gone}}))
            return *std::move(problem);
    if (auto problem = dealt_too_often(known, decks)) return *std::move(problem);
    if (auto problem = missing_card(game, shared)) return *std::move(problem);
    if (board.size() > static_cast<std::size_t>(game.board))
        return card_problem(joined({"the board of ", game.name, " has up to ", game.board, " cards"}));
    const auto hole = static_cast<std::size_t>(game.hole), shown = static_cast<std::size_t>(game.board);
    const std::size_t needed = players * hole + shown;
    std::erase_if(dead, [&](int id) { return id < DECK && (card_of(id) & game.missing()) != 0; });
    const std::size_t left = static_cast<std::size_t>(decks * size(game.all_cards())) - dead.size();
    if (needed > left)
        return card_problem(
            joined({players, " players and the board need ", needed, " cards, but ", left, " are left"}));
    DealSource source{board, gone | game.missing(), game.all_cards(), {}};
    known = board;
    known.insert(known.end(), dead.begin(), dead.end());
    if (decks > 1) source.pool = pool_of(game, decks, known);
    const double bytes = static_cast<double>(count) * static_cast<double>(needed);
    return DealPlan{count,
                    {static_cast<std::size_t>(count), players, hole, shown},
                    std::move(source),
                    bytes / BYTES_PER_SECOND,
                    bytes / 1e6};
}

std::optional<Problem> wrong_row_sizes(const RowSizes& sizes, std::size_t boards) {
    if (sizes.players < 1 || sizes.players > MOST_HANDS)
        return card_problem(joined({"there must be 1 to ", MOST_HANDS, " players, not ", sizes.players}));
    if (boards == sizes.count) return std::nullopt;
    return card_problem(
        joined({"there are ", counted_things(sizes.count, "deal"), " but ", counted_things(boards, "board")}));
}

std::optional<Problem> wrong_rows(const GameCards& game, const RowSizes& sizes, std::size_t boards,
                                  const std::uint8_t* hands, const std::uint8_t* board) {
    if (auto problem = wrong_row_sizes(sizes, boards)) return problem;
    if (sizes.count == 0) return std::nullopt;
    if (auto problem = wrong_row(game, sizes, hands, board, 0)) return problem;
    if (sizes.hole >= 1 && sizes.hole <= MOST_CARDS && sizes.board <= std::size_t{BOARD}) return std::nullopt;
    return card_problem(joined({"a deal must have 1 to ", MOST_CARDS, " hole cards and a board of up to ", BOARD,
                                ", not ", sizes.hole, " and ", sizes.board}));
}

std::optional<Problem> wrong_row(const GameCards& game, const RowSizes& sizes, const std::uint8_t* hands,
                                 const std::uint8_t* boards, std::size_t index) {
    const std::size_t held = sizes.players * sizes.hole;
    auto problem = wrong_cards(game, sizes, {hands + index * held, held}, {boards + index * sizes.board, sizes.board});
    if (problem) problem->sentence = joined({"row ", index + 1, ": ", problem->sentence});
    return problem;
}

}  // namespace facevalue::poker
