#include "poker/notation/hand_history.hpp"

#include <algorithm>
#include <utility>

#include "poker/cards/pot_counts.hpp"
#include "poker/cards/read_cards.hpp"
#include "text/joined.hpp"
#include "text/options.hpp"
#include "text/quoted.hpp"

namespace facevalue::poker {

namespace {

using View = std::string_view;

constexpr View DEALT = "Dealt to ", SEAT = "Seat ", CHAT = " said, \"";
constexpr std::size_t LONGEST_SITE = 40;  // bytes before the number of a hand: "PokerStars Zoom Hand #"

// Takes a line and the end of it, which may also be "\r" or "\r\n".
View take_line(View& text) {
    const auto end = std::min(text.size(), text.find_first_of("\r\n"));
    const View line = text.substr(0, end);
    text.remove_prefix(end);
    text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
    return line;
}

// Without the mark that a file of UTF-8 may start with.
View line_of(View line) {
    line = stripped(line);
    return line.starts_with("\uFEFF") ? stripped(line.substr(3)) : line;
}

// "PokerStars Hand #1: ...", also "PokerStars Zoom Hand #" or "Poker Game #".
bool is_header(View line) {
    const View start = line.substr(0, LONGEST_SITE);
    const std::size_t sign = start.find('#');
    if (sign == start.npos) return false;
    const View words = start.substr(0, sign);
    const auto is_word = [](char c) { return c == ' ' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return std::ranges::all_of(words, is_word) && (words.ends_with("Hand ") || words.ends_with("Game "));
}

// Where one of these is in a line, and after it; the first that occurs.
struct Mark {
    std::size_t at, after;
};
std::optional<Mark> mark_in(View line, std::initializer_list<View> marks) {
    for (const View mark : marks)
        if (const std::size_t at = line.find(mark); at != line.npos) return Mark{at, at + mark.size()};
    return std::nullopt;
}
// Before the bracket of the cards that a player shows. What somebody writes is in quotes.
std::optional<Mark> shown_in(View line) {
    if (line.find(CHAT) != line.npos) return std::nullopt;
    return line.starts_with(SEAT) ? mark_in(line, {" showed [", " mucked ["})
                                  : mark_in(line, {": shows [", ": mucks ["});
}

bool begins_history(View line) {
    if (is_header(line) || line.starts_with("*** ") || shown_in(line)) return true;
    if (line.starts_with(DEALT)) return line.ends_with(']');
    return (line.starts_with(SEAT) && line.find(" in chips") != line.npos) ||
           (line.starts_with("Table '") && line.find("Seat #") != line.npos);
}

std::string text_of_ids(const Ids& ids) {
    std::string cards;
    for (const int id : ids) cards += card_text(id);
    return cards;
}

// The cards of a bracket, all different.
Expected<Ids> cards_in(View text) {
    auto ids = poker::read_cards(text);
    if (!ids) return ids;
    if (auto problem = repeated_card(*ids)) return *std::move(problem);
    return ids;
}

Cards mask_of_ids(const Ids& ids) {
    Cards all = 0;
    for (const int id : ids) all |= card_of(id);
    return all;
}

// "Seat 3: NAME (button)": the name.
View name_of_seat(View text) {
    text = text.substr(std::min(text.find(':'), text.size() - 1) + 1);
    for (bool is_cut = true; is_cut;) {
        text = stripped(text);
        is_cut = false;
        for (const View role : {" (button)", " (small blind)", " (big blind)"})
            if (text.ends_with(role)) {
                text.remove_suffix(role.size());
                is_cut = true;
            }
    }
    return text;
}

class HistoryReader {
  public:
    // What is wrong with a line.
    std::optional<Problem> read(View line);
    HandHistory history() const;

  private:
    struct Hand {
        std::string player;
        Ids cards;
    };
    using Check = std::optional<Problem>;

    Check read_dealt(View line);
    Check read_shown(View line, const Mark& mark);
    Check read_board(View line, Ids& board);
    Check keep(View player, Ids cards);

    std::vector<Hand> hands_;
    Ids board_, first_, second_;  // the last two are of a deal that was run twice
};

std::optional<Problem> HistoryReader::read(View line) {
    if (line.starts_with(DEALT)) return read_dealt(line.substr(DEALT.size()));
    if (const auto mark = shown_in(line)) return read_shown(line, *mark);
    for (auto& [start, board] : {std::pair{View("*** FIRST "), &first_}, {View("*** SECOND "), &second_}})
        for (const View street : {"FLOP ***", "TURN ***", "RIVER ***"})
            if (line.starts_with(start) && line.substr(start.size()).starts_with(street))
                return read_board(line, *board);
    if (line.starts_with("FIRST Board [")) return read_board(line, first_);
    if (line.starts_with("SECOND Board [")) return read_board(line, second_);
    for (const View start : {"*** FLOP ***", "*** TURN ***", "*** RIVER ***", "Board ["})
        if (line.starts_with(start)) return read_board(line, board_);
    return std::nullopt;
}

// "NAME [Ah Kh]" or "NAME [Ah Kh 2c] [3d]"; the name may have brackets; a line without cards is skipped.
std::optional<Problem> HistoryReader::read_dealt(View line) {
    std::vector<View> brackets;
    while (line.ends_with(']')) {
        const std::size_t opening = line.rfind('[');
        if (opening == line.npos || opening == 0) break;
        const View inside = line.substr(opening + 1, line.size() - opening - 2);
        if (!brackets.empty() && !poker::read_cards(inside)) break;
        brackets.push_back(inside);
        line = stripped(line.substr(0, opening));
    }
    Ids all;
    for (std::size_t i = brackets.size(); i-- > 0;) {
        const auto ids = cards_in(brackets[i]);
        if (!ids) return ids.problem();
        all.insert(all.end(), ids->begin(), ids->end());
    }
    if (auto problem = repeated_card(all)) return problem;
    return all.empty() ? std::nullopt : keep(line, std::move(all));
}

std::optional<Problem> HistoryReader::read_shown(View line, const Mark& mark) {
    const View cards = line.substr(mark.after);
    auto ids = cards_in(cards.substr(0, cards.find(']')));
    if (!ids) return ids.problem();
    const View player = line.substr(0, mark.at);
    return keep(line.starts_with(SEAT) ? name_of_seat(player) : player, *std::move(ids));
}

// All cards in brackets. A later street has the cards of the streets before it.
std::optional<Problem> HistoryReader::read_board(View line, Ids& board) {
    Ids all;
    while (true) {
        const std::size_t opening = line.find('[');
        if (opening == line.npos) break;
        line.remove_prefix(opening + 1);
        const View inside = line.substr(0, line.find(']'));
        const auto ids = cards_in(inside);
        if (!ids) return ids.problem();
        all.insert(all.end(), ids->begin(), ids->end());
        line.remove_prefix(inside.size());
    }
    if (auto problem = repeated_card(all)) return problem;
    const Cards before = mask_of_ids(board), after = mask_of_ids(all);
    if ((before & ~after) != 0 && (after & ~before) != 0)
        return card_problem(joined(
            {"the hand history has two boards, ", quoted(text_of_ids(board)), " and ", quoted(text_of_ids(all))}));
    if (all.size() > board.size()) board = std::move(all);
    return std::nullopt;
}

std::optional<Problem> HistoryReader::keep(View player, Ids cards) {
    player = stripped(player);
    const auto found = std::ranges::find(hands_, player, &Hand::player);
    if (found != hands_.end()) {
        if (cards.size() >= found->cards.size()) found->cards = std::move(cards);
        return std::nullopt;
    }
    // The summary may write a name in another way.
    const auto is_same = [&](const Hand& hand) { return mask_of_ids(hand.cards) == mask_of_ids(cards); };
    if (std::ranges::any_of(hands_, is_same)) return std::nullopt;
    if (hands_.size() == MOST_HANDS)
        return card_problem(
            joined({"a hand history may have up to ", MOST_HANDS, " known hands; ", quoted(player), " has one more"}));
    hands_.push_back({std::string(player), std::move(cards)});
    return std::nullopt;
}

HandHistory HistoryReader::history() const {
    HandHistory found;
    for (const Hand& hand : hands_) found.hands.push_back({hand.player, text_of_ids(hand.cards)});
    const bool is_run_twice = !first_.empty() && !second_.empty();
    found.board = text_of_ids(is_run_twice ? first_ : board_);
    if (is_run_twice) found.second_board = text_of_ids(second_);
    return found;
}

Problem several_histories(std::size_t count) {
    return card_problem(joined({"one hand history is compared at a time, not ", count}));
}

// An argument as messages write it.
std::string spelled(View name, View value) { return joined({"`", name, "=", value, "`"}); }

Problem two_boards(const HandHistory& history) {
    const auto board = [](const std::string& cards) { return spelled("board", "'" + cards + "'"); };
    return card_problem(joined({"the cards of the hand history were dealt twice; choose one board, ",
                                board(history.board), " or ", board(history.second_board)}));
}

}  // namespace

bool is_history(View text) {
    while (!text.empty())
        if (begins_history(line_of(take_line(text)))) return true;
    return false;
}

HistoryLines::Added HistoryLines::add(View given) {
    const View line = line_of(given);
    const bool has_header = is_header(line);
    Added added;
    if (history_ && (has_header || (line.empty() && !has_header_))) added.finished = finish();
    if (!history_ && !is_history(given)) return added;
    added.is_inside = true;
    if (!history_) {
        history_ = std::string();
        has_header_ = has_header;
    }
    if (history_->size() <= MOST_HISTORY_BYTES) history_->append(given.substr(0, MOST_HISTORY_BYTES + 1)) += '\n';
    return added;
}

std::optional<std::string> HistoryLines::finish() { return std::exchange(history_, std::nullopt); }

Expected<HandHistory> read_history(View text) {
    if (text.size() > MOST_HISTORY_BYTES)
        return Problem{ErrorClass::Limit,
                       joined({"a hand history may have up to ", MOST_HISTORY_BYTES, " bytes"}),
                       {},
                       0,
                       MOST_HISTORY_BYTES};
    HistoryReader reader;
    std::size_t headers = 0, deals = 0;
    while (!text.empty()) {
        const View line = line_of(take_line(text));
        headers += is_header(line) ? 1 : 0;
        deals += line.starts_with("*** HOLE CARDS ***") ? 1 : 0;
        if (headers > 1 || deals > 1) return several_histories(std::max(headers, deals));
        if (auto problem = reader.read(line)) return *std::move(problem);
    }
    return reader.history();
}

Expected<std::optional<std::vector<KnownHand>>> PastedHistory::take(View text) {
    using Found = std::optional<std::vector<KnownHand>>;
    if (!is_history(text)) return Found();
    std::optional<std::string> only;
    HistoryLines lines;
    std::size_t count = 0;
    const auto count_one = [&](std::optional<std::string> found) {
        if (found && ++count == 1) only = std::move(found);
    };
    while (!text.empty()) count_one(lines.add(take_line(text)).finished);
    count_one(lines.finish());
    if (count > 1 || history_) return several_histories(count + (history_ ? 1U : 0U));
    auto read = read_history(*only);
    if (!read) return std::move(read.problem());
    history_ = *std::move(read);
    return Found(history_->hands);
}

std::optional<Problem> PastedHistory::refuse(std::size_t players, bool has_board) const {
    if (!history_) return std::nullopt;
    if (players < LEAST_HANDS) {
        if (players == 0)
            return card_problem(
                "no hand of the hand history is known: no line has Dealt to NAME [..] or NAME: shows [..]");
        return card_problem(
            "only one hand of the hand history is known; give the range of another player, such as random");
    }
    if (!has_board && !history_->second_board.empty()) return two_boards(*history_);
    return std::nullopt;
}

std::optional<Problem> wrong_showdown(const HandHistory& history, std::size_t players, std::size_t board,
                                      bool has_board) {
    const std::size_t known = history.hands.size();
    if (known != players) {
        const std::string remedy = known > 1 ? "; give " + spelled("players", std::to_string(known)) : std::string();
        return card_problem(joined(
            {"the hand history has ", known, known == 1 ? " known hand" : " known hands", ", not ", players, remedy}));
    }
    if (has_board) return std::nullopt;
    if (!history.second_board.empty()) return two_boards(history);
    const std::size_t dealt = history.board.size() / 2;
    if (dealt == board) return std::nullopt;
    return card_problem(joined({"the board of the hand history has ", dealt, " cards, not ", board,
                                "; equity also takes hands that did not end"}));
}

}  // namespace facevalue::poker
