#include "poker/pot/players.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "poker/cards/card_text.hpp"
#include "poker/cards/given_cards.hpp"
#include "poker/holdem/holdem_notation.hpp"
#include "poker/notation/hand_history.hpp"
#include "poker/showdown/winners.hpp"
#include "text/joined.hpp"
#include "text/options.hpp"

namespace facevalue::poker {

namespace {

// Is it one of the words between two players?
bool is_versus(std::string_view word) {
    std::string lower(word);
    for (char& sign : lower)
        if (sign >= 'A' && sign <= 'Z') sign = static_cast<char>(sign | 0x20);
    return lower == "v" || lower == "v." || lower == "vs" || lower == "vs." || lower == "versus";
}

bool is_letter(char sign) { return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z'); }

// How many bytes of a name and a colon a string starts with.
std::size_t name_at(std::string_view text) {
    const auto is_of_name = [](char sign) {
        return is_letter(sign) || (sign >= '0' && sign <= '9') || sign == '_' ||
               static_cast<unsigned char>(sign) >= 0x80;
    };
    if (text.empty() || !is_letter(text[0])) return 0;
    std::size_t end = 1;
    while (end < text.size() && is_of_name(text[end])) ++end;
    while (const std::size_t space = spaces_at(text.substr(end))) end += space;
    return end < text.size() && text[end] == ':' ? end + 1 : 0;
}

// The bytes of a separator at a place, which is the start of a word or in one.
std::size_t separator_at(std::string_view text, bool starts_word, bool may_have_names) {
    if (text.starts_with('|')) return 1;
    if (!starts_word) return 0;
    std::size_t end = 0;
    while (end < text.size() && spaces_at(text.substr(end)) == 0 && text[end] != '|') ++end;
    const bool is_word = end == text.size() || text[end] != '|';
    if (is_word && is_versus(text.substr(0, end))) return end;
    return may_have_names ? name_at(text) : 0;
}

std::vector<std::string> split(std::string_view text, bool may_have_names, bool& is_split) {
    std::vector<std::string> parts(1);
    bool starts_word = true;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t separator = separator_at(text.substr(at), starts_word, may_have_names);
        if (separator != 0) {
            is_split = true;
            parts.emplace_back();
            at += separator;
            starts_word = text[at - 1] == '|' || text[at - 1] == ':';
            continue;
        }
        const std::size_t space = spaces_at(text.substr(at));
        const std::size_t length = std::max<std::size_t>(space, 1);
        parts.back() += text.substr(at, length);
        starts_word = space != 0;
        at += length;
    }
    std::vector<std::string> found;
    for (const std::string& part : parts)
        if (const std::string_view hand = stripped(part); !hand.empty()) found.emplace_back(hand);
    return found;
}

Problem range_problem(std::string sentence, std::string text) {
    return {ErrorClass::Range, std::move(sentence), std::move(text)};
}

// A range that was made before: its string, and how many cards its hands have.
struct MadeRange {
    std::string text;
    int size;
};
std::optional<MadeRange> made_range(const Argument& given) {
    const Argument* const text = given.find("range");
    if (given.kind != Argument::Kind::Object || text == nullptr) return std::nullopt;
    const Argument* const size = given.find("hand_size");
    const auto cards = size == nullptr ? Expected<std::int64_t>(2) : whole_number("hand_size", *size, 2, MOST_HOLE);
    return MadeRange{text->text, cards ? static_cast<int>(*cards) : 0};
}

// The range of a string; four to six cards are a hand of Omaha.
Expected<PlayerHands> range_or_hint(const std::string& text, int deck, const Stop& stop) {
    auto range = read_range(text, stop, deck);
    if (range) return PlayerHands(*std::move(range));
    if (text.find(' ') != text.npos || !is_one_hand(text, MOST_HOLE)) return std::move(range.problem());
    const auto hand = read_mask(Argument::of(std::string_view(text)));
    if (!hand) return hand.problem();
    const int count = size(*hand);
    if (count < LEAST_HOLE || count > MOST_HOLE) return std::move(range.problem());
    return card_problem(joined(
        {quoted(std::string_view(text)), " has ", count, " cards; did you mean `game='", omaha_name(count), "'`?"}));
}

// One hand, of which some cards may be unknown in a game without a board.
Expected<PlayerHands> read_hand(const Argument& given, const Game& game) {
    Argument cards = given;
    int unknown = 0;
    if (given.is_text() && game.board == 0)
        for (std::size_t at = 0; at < cards.text.size(); ++at) {
            char& sign = cards.text[at];
            if (sign != 'X' && sign != 'x' && sign != '?' && sign != '-') continue;
            const std::string_view before = std::string_view(cards.text).substr(0, at);
            const bool has_rank = at > 0 && rank_at(before.substr(at - 1));
            if (has_rank && (at == 1 || !suit_at(before.substr(at - 2, 1))))  // `A?`, unlike `hA?`
                return card_problem(
                    joined({"a card of ", game.name, " is known or unknown, unlike ",
                            quoted(std::string_view(given.text).substr(at - 1, 2)), ": ", quoted(given)}));
            sign = ' ';
            ++unknown;
        }
    const auto hand = read_given_cards(cards, game.jokers != 0);
    if (!hand) return hand.problem();
    const auto known = static_cast<int>(hand->ids.size());
    if (auto problem = wrong_known(game, known, unknown, quoted(given))) return *std::move(problem);
    return PlayerHands(hand->mask() | jokers_from(0, std::min(hand->jokers(), MOST_CARDS)));
}

Expected<PlayerHands> read_player_hands(const Argument& given, const Game& game, const OmahaOrder* order,
                                        const Stop& stop) {
    const auto range = made_range(given);
    if (range)
        if (auto problem = wrong_range(range->text, range->size, game)) return *std::move(problem);
    const std::string& text = range ? range->text : given.text;
    const bool is_text = range || given.is_text();
    if (!range && game.jokers != 0 && is_text && read_given_cards(given, true)) return read_hand(given, game);
    if (is_text && game.hole == 2) return range_or_hint(text, game.deck, stop);
    const bool is_hand = !range && is_one_hand(text, static_cast<std::size_t>(game.hole));
    if (is_text && game.is_omaha() && !is_hand) {
        auto omaha = read_omaha_range(Argument::of(std::string_view(text)), game.hole, order, stop);
        if (!omaha) return std::move(omaha.problem());
        return PlayerHands(*std::move(omaha));
    }
    return read_hand(given, game);
}

// All hands with their weights.
Expected<Holding> holding_of(const PlayerHands& hands, const OmahaOrder* order, const Stop& stop) {
    if (const auto* const range = std::get_if<HandWeights>(&hands)) {
        Holding made{{}, {}, whole_weights(range->weights())};
        range->hands().each([&](std::size_t hand) {
            made.hands.push_back(hands_by_place()[hand]);
            made.places.push_back(range->places()[hand] - 1U);
        });
        return made;
    }
    const auto* const omaha = std::get_if<OmahaRange>(&hands);
    if (omaha == nullptr) return Holding::of_hand(*std::get_if<Cards>(&hands));
    if (omaha->is_everything()) return Holding::of_hand(0);
    auto listed = omaha->hands(order, stop);
    if (!listed) return std::move(listed.problem());
    return Holding{std::move(listed->hands), std::move(listed->items), whole_weights(omaha->weights)};
}

}  // namespace

Problem not_a_range(const Argument& given) {
    return range_problem("a range must be a string, hands, or a mapping from hands to weights", quoted(given));
}

Problem empty_range(const Argument& given) {
    return range_problem("a range must have at least one hand", quoted(given));
}

Problem wrong_range_size(std::string_view text, int cards, int wanted) {
    return range_problem(joined({"the range must have hands of ", wanted, " cards, not ", cards}), std::string(text));
}

Problem nobody(const Argument& given) { return card_problem(joined({"expected a hand or a range: ", quoted(given)})); }

Problem no_hands() { return card_problem("winners needs at least one hand"); }

std::optional<Problem> wrong_range(std::string_view text, int cards, const Game& game) {
    if (cards == 2) {
        if (game.hole == 2) return std::nullopt;
        return rule_problem(joined({game.name, " has no ranges of two cards: ", quoted(text)}));
    }
    if (!game.is_omaha()) return rule_problem(joined({game.name, " has no Omaha ranges: ", quoted(text)}));
    if (cards == game.hole) return std::nullopt;
    return wrong_range_size(text, cards, game.hole);
}

std::optional<Problem> wrong_known(const Game& game, int known, int unknown, std::string_view shown) {
    if (known >= game.fewest_known() && known + unknown <= game.hole) return std::nullopt;
    Problem problem = wrong_count(game, game.fewest_known(), game.hole, known + unknown);
    problem.sentence.append(": ").append(shown);
    return problem;
}

std::optional<Problem> no_ranges(const Game& game, bool has_dead) {
    if (game.has_starting_hands()) return std::nullopt;
    if (!game.is_omaha()) return rule_problem(joined({game.name, " has no ranges"}));
    if (!has_dead) return std::nullopt;
    return rule_problem(joined({"ranges of ", game.name, " do not support dead cards"}));
}

std::vector<std::string> split_players(std::string_view text) {
    bool is_split = false;
    auto found = split(text, false, is_split);
    return is_split ? found : std::vector{std::string(text)};
}

std::vector<std::string> split_deal(std::string_view text) {
    bool is_split = false;
    return split(text, true, is_split);
}

std::vector<Argument> split_players(const std::vector<Argument>& players) {
    std::vector<Argument> found;
    for (const Argument& player : players) {
        if (!player.is_text()) {
            found.push_back(player);
            continue;
        }
        for (const std::string& part : split_players(player.text))
            found.push_back(Argument::of(std::string_view(part)));
    }
    return found;
}

std::string with_hidden(const std::string& cards, const Game& game) {
    constexpr std::size_t CARD = 2;  // characters
    const std::size_t hole = game.board > 0 ? static_cast<std::size_t>(game.hole) : 0;
    if (cards.size() >= CARD * hole) return cards;
    std::string hand;
    for (std::size_t at = 0; at < CARD * hole; at += CARD)
        hand.append(at < cards.size() ? cards.substr(at, CARD) : "?").append(" ");
    return hand;
}

Expected<GivenDeal> deal_of(const std::vector<Argument>& players, const Argument& board, const Game& game) {
    GivenDeal deal{{}, board};
    PastedHistory pasted;
    for (const Argument& player : players) {
        const auto hands = player.is_text() ? pasted.take(player.text) : std::optional<std::vector<KnownHand>>();
        if (!hands) return hands.problem();
        if (*hands) {
            for (const KnownHand& hand : **hands) {
                deal.players.push_back(Argument::of(std::string_view(with_hidden(hand.cards, game))));
                deal.names.push_back(hand.player);
            }
            continue;
        }
        const auto parts = split_players(std::vector{player});
        deal.players.insert(deal.players.end(), parts.begin(), parts.end());
        deal.names.resize(deal.players.size());
    }
    if (!pasted.is_taken()) deal.names.clear();
    const bool has_board = board.is_text() ? !stripped(board.text).empty() : !board.items.empty();
    if (auto problem = pasted.refuse(deal.players.size(), has_board)) return *std::move(problem);
    if (auto problem = wrong_players(deal.players.size())) return *std::move(problem);
    if (!has_board && !pasted.board().empty()) deal.board = Argument::of(std::string_view(pasted.board()));
    return deal;
}

Expected<std::vector<Argument>> split_rivals(const Argument& given) {
    const auto is_hand = [](const Argument& item) {
        if (item.is_text()) return !read_card(item.text);
        return item.kind == Argument::Kind::List || item.kind == Argument::Kind::Object;
    };
    const bool is_several = given.kind == Argument::Kind::List && std::ranges::any_of(given.items, is_hand);
    auto players = split_players(is_several ? given.items : std::vector{given});
    if (players.empty()) return nobody(given);
    return players;
}

std::string text_of(const PlayerHands& hands) {
    if (const auto* const range = std::get_if<HandWeights>(&hands)) return range_text(*range);
    if (const auto* const omaha = std::get_if<OmahaRange>(&hands)) return omaha->text();
    return text_of(*std::get_if<Cards>(&hands));
}

Expected<Player> player_of(PlayerHands hands, std::optional<std::string> given, const OmahaOrder* order,
                           const Stop& stop) {
    auto holding = holding_of(hands, order, stop);
    if (!holding) return std::move(holding.problem());
    return Player{std::move(hands), *std::move(holding), std::move(given)};
}

std::optional<Problem> repeated_board(const Game& game, const std::vector<std::string>& players) {
    std::vector<Cards> hands;
    for (const std::string& text : players) {
        const auto hand = text.size() > LONGEST_HAND ? std::nullopt : cards_of(text);
        if (!hand) return std::nullopt;
        hands.push_back(*hand);
    }
    const auto is_range = [&](const std::string& text) {
        return static_cast<bool>(read_player_hands(Argument::of(std::string_view(text)), game, nullptr, {}));
    };
    auto problem = repeated_board(game, hands);
    return problem && !std::ranges::all_of(players, is_range) ? problem : std::nullopt;
}

Expected<Player> read_player(const Argument& given, const Game& game, const OmahaOrder* order, const Stop& stop) {
    auto hands = read_player_hands(given, game, order, stop);
    if (!hands) return std::move(hands.problem());
    auto player = player_of(*std::move(hands), given.is_text() ? std::optional(given.text) : std::nullopt, order, stop);
    if (player) add_jokers(*player, game);
    return player;
}

void add_jokers(Player& player, const Game& game) {
    const auto* const range = game.jokers != 0 ? std::get_if<HandWeights>(&player.hands) : nullptr;
    if (range == nullptr || range->size() != HOLDEM_HANDS || range->weights().size() != 1) return;
    player.holding = Holding::of_hand(0);
}

Expected<ReadItems> read_range_items(const Argument& given, ItemNotation& items, const Stop& stop) {
    Pulse pulse(stop);
    if (given.is_text()) return read_items(given.text, items, pulse);
    if (given.kind != Argument::Kind::List) return not_a_range(given);
    ReadItems all;
    for (const Argument& item : given.items) {
        if (item.is_text()) {
            const auto read = read_items(item.text, items, pulse);
            if (!read) return read.problem();
            all.has_weights |= read->has_weights;
            continue;
        }
        const auto hand = read_mask(item);
        if (!hand) return hand.problem();
        if (size(*hand) != items.size())
            return card_problem(
                joined({"a hand must have ", items.size(), " cards, not ", size(*hand), ": ", quoted(item)}));
        items.add_hand(*hand);
        items.weigh(WHOLE);
    }
    return all;
}

Expected<HandWeights> read_holdem_range(const Argument& given, int deck, const Stop& stop) {
    const auto range = made_range(given);
    if (range && range->size == 2) return read_range(range->text, stop, deck);
    HoldemItems items(deck);
    const auto read = read_range_items(given, items, stop);
    if (!read) return read.problem();
    return items.range();
}

Expected<OmahaRange> read_omaha_range(const Argument& given, int size, const OmahaOrder* order, const Stop& stop) {
    OmahaItems items(size, order);
    const auto read = read_range_items(given, items, stop);
    if (!read) return read.problem();
    if (items.items().empty()) return empty_range(given);
    return OmahaRange{size, std::move(items.items()), std::move(items.weights())};
}

}  // namespace facevalue::poker
