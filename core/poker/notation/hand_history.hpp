// Hand histories, as PokerStars writes them and as people paste them: the hands that are known, and the board.
//
//     PokerStars Hand #1: ...                      a header, which begins a history
//     Dealt to NAME [Ah Kh]                        a hand; in stud also [Ah Kh 2c] [3d], and the open cards of others
//     NAME: shows [Qs Qd]    NAME: mucks [Qs Qd]
//     Seat 3: NAME (button) showed [Qs Qd]         also "mucked"
//     *** FLOP *** [2h 7d 9c]                      also TURN and RIVER, after which the board is in several brackets
//     Board [2h 7d 9c Ts 3d]
//
// Nothing else is read: not who folded, nor the game, nor the bets. What players write to each other is skipped. If a
// player has several hands, the one with the most cards counts, and of those the last, as in draw games.
//
// One pass, in time and memory that grow with the string, which is bounded.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/problem.hpp"

namespace facevalue::poker {

inline constexpr std::size_t MOST_HISTORY_BYTES = 100'000;  // of one history

// The cards are written "AhKh".
struct KnownHand {
    std::string player, cards;
};

struct HandHistory {
    std::vector<KnownHand> hands;  // in the order in which the players are first named with cards
    std::string board;
    std::string second_board{};  // of a deal that was run twice; `board` is then the first one
};

// Does a line of a string begin a hand history?
bool is_history(std::string_view text);

// Finds the hand histories in lines. One with a header ends before the next header, one without it at an empty line.
class HistoryLines {
  public:
    struct Added {
        bool is_inside = false;                 // does the line belong to a history?
        std::optional<std::string> finished{};  // the history that ends before the line
    };
    Added add(std::string_view line);
    // The history after the last line.
    std::optional<std::string> finish();

  private:
    std::optional<std::string> history_;  // if it has too many bytes, without the rest
    bool has_header_ = false;
};

// Reads one history. A CardError for brackets without cards and for boards that differ, a LimitError if it is too long.
Expected<HandHistory> read_history(std::string_view text);

// The hand history among the players of a call.
class PastedHistory {
  public:
    // The hands of a history; nothing if the string is not one.
    Expected<std::optional<std::vector<KnownHand>>> take(std::string_view text);
    // Why so many players cannot be compared, or which of two boards is meant.
    std::optional<Problem> refuse(std::size_t players, bool has_board) const;
    bool is_taken() const { return history_.has_value(); }
    // "" without a history.
    std::string board() const { return history_ ? history_->board : std::string(); }

  private:
    std::optional<HandHistory> history_;
};

// Why the hands of a history cannot be compared by a game with so many players and cards on the board.
std::optional<Problem> wrong_showdown(const HandHistory& history, std::size_t players, std::size_t board,
                                      bool has_board);

}  // namespace facevalue::poker
