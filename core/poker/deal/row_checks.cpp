#include "poker/deal/row_checks.hpp"

#include <algorithm>
#include <array>

#include "poker/cards/combinations.hpp"
#include "poker/cards/pot_counts.hpp"
#include "text/decimal.hpp"
#include "text/joined.hpp"

namespace facevalue::poker {

namespace {

constexpr double BYTES_PER_SECOND = 1e8;  // an estimate, which also refuses rows beyond a gigabyte

Cards mask_of_ids(std::span<const std::uint8_t> ids) {
    Cards all = 0;
    for (const int id : ids) all |= card_of(id);
    return all;
}

std::string counted_things(std::size_t count, std::string_view thing) {
    return joined({count, " ", thing, count == 1 ? "" : "s"});
}

std::optional<Problem> wrong_cards(const GameCards& game, const RowSizes& sizes, std::span<const std::uint8_t> hands,
                                   std::span<const std::uint8_t> board) {
    Ids all(hands.begin(), hands.end());
    all.insert(all.end(), board.begin(), board.end());
    for (const int id : all)
        if (id >= DECK) return card_problem(joined({"the id of a card must be from 0 to ", DECK - 1, ", not ", id}));
    if (auto problem = repeated_card(all)) return problem;
    for (std::size_t player = 0; player < sizes.players; ++player) {
        const Cards hand = mask_of_ids(hands.subspan(player * sizes.hole, sizes.hole));
        if (auto problem = wrong_hand(game, hand, mask_of_ids(board))) return problem;
    }
    return std::nullopt;
}

}  // namespace

std::string DealPlan::work() const { return with_commas(count) + " deals"; }

Expected<DealPlan> deal_plan(const GameCards& game, std::uint64_t count, std::size_t players, const Ids& board,
                             Cards dead) {
    const Cards shared = mask_of_ids(board);
    if (auto problem = clash(std::array{Place{"on the board", shared}, Place{"among the dead cards", dead}}))
        return *std::move(problem);
    if (auto problem = missing_card(game, shared)) return *std::move(problem);
    if (size(shared) > game.board)
        return card_problem(joined({"the board of ", game.name, " has up to ", game.board, " cards"}));
    const auto hole = static_cast<std::size_t>(game.hole), shown = static_cast<std::size_t>(game.board);
    const std::size_t needed = players * hole + shown;
    const Cards gone = dead | game.missing();
    const auto left = static_cast<std::size_t>(DECK - size(gone));
    if (needed > left)
        return card_problem(
            joined({players, " players and the board need ", needed, " cards, but ", left, " are left"}));
    const double bytes = static_cast<double>(count) * static_cast<double>(needed);
    return DealPlan{
        count,      {static_cast<std::size_t>(count), players, hole, shown}, board, gone, bytes / BYTES_PER_SECOND,
        bytes / 1e6};
}

std::optional<Problem> wrong_rows(const GameCards& game, const RowSizes& sizes, std::size_t boards,
                                  const std::uint8_t* hands, const std::uint8_t* board) {
    if (sizes.players < 1 || sizes.players > MOST_HANDS)
        return card_problem(joined({"there must be 1 to ", MOST_HANDS, " players, not ", sizes.players}));
    if (boards != sizes.count)
        return card_problem(
            joined({"there are ", counted_things(sizes.count, "deal"), " but ", counted_things(boards, "board")}));
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
