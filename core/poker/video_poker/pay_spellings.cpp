#include "poker/video_poker/pay_spellings.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <string_view>

#include "poker/games/game.hpp"
#include "poker/tournaments/amounts.hpp"
#include "text/joined.hpp"
#include "text/json.hpp"
#include "text/options.hpp"

namespace facevalue::poker {

using numbers::BigFraction;
using numbers::BigInt;

namespace {

struct Alias {
    std::string_view alias, name;
};

// Other names of hands, as `bare_name` has them.
constexpr std::array<Alias, 33> HAND_ALIASES{{
    {"royal", "royal flush"},
    {"naturalroyal", "royal flush"},
    {"naturalroyalflush", "royal flush"},
    {"deuces", "four deuces"},
    {"wildroyal", "wild royal flush"},
    {"royalflushwithdeuces", "wild royal flush"},
    {"royalflushwithjoker", "wild royal flush"},
    {"royalflushwithwildcards", "wild royal flush"},
    {"fouraceswith24", "four aces with 2, 3 or 4"},
    {"fouraceswith234", "four aces with 2, 3 or 4"},
    {"four2sto4switha24", "four 2s, 3s or 4s with A, 2, 3 or 4"},
    {"four24witha4", "four 2s, 3s or 4s with A, 2, 3 or 4"},
    {"four24", "four 2s, 3s or 4s"},
    {"four2s4s", "four 2s, 3s or 4s"},
    {"four2sto4s", "four 2s, 3s or 4s"},
    {"four2s3s4s", "four 2s, 3s or 4s"},
    {"four5k", "four 5s to kings"},
    {"four5skings", "four 5s to kings"},
    {"four5sthroughkings", "four 5s to kings"},
    {"quads", "four of a kind"},
    {"boat", "full house"},
    {"trips", "three of a kind"},
    {"twopairs", "two pair"},
    {"kings", "kings or better"},
    {"kings+", "kings or better"},
    {"pairofkingsorbetter", "kings or better"},
    {"jacks", "jacks or better"},
    {"jacks+", "jacks or better"},
    {"pairofjacksorbetter", "jacks or better"},
    {"tens", "tens or better"},
    {"tens+", "tens or better"},
    {"10sorbetter", "tens or better"},
    {"pairoftensorbetter", "tens or better"},
}};

// Other names of machines, as `table_key` has them: what a full house and a flush pay, and the other words in order.
constexpr std::array<Alias, 27> TABLE_ALIASES{{
    {"9-6", "jacks-or-better"},
    {"jacks", "jacks-or-better"},
    {"9-6 jacks", "jacks-or-better"},
    {"job", "jacks-or-better"},
    {"9-6 job", "jacks-or-better"},
    {"9-5", "jacks-or-better-9-5"},
    {"9-5 job", "jacks-or-better-9-5"},
    {"8-6", "jacks-or-better-8-6"},
    {"8-6 job", "jacks-or-better-8-6"},
    {"8-5", "jacks-or-better-8-5"},
    {"8-5 job", "jacks-or-better-8-5"},
    {"7-5", "jacks-or-better-7-5"},
    {"7-5 job", "jacks-or-better-7-5"},
    {"6-5", "jacks-or-better-6-5"},
    {"6-5 job", "jacks-or-better-6-5"},
    {"8-5 bonus", "bonus-poker"},
    {"10-7 bonus double", "double-bonus"},
    {"9-6 bonus double double", "double-double-bonus"},
    {"ddb", "double-double-bonus"},
    {"9-6 ddb", "double-double-bonus"},
    {"deuces", "deuces-wild"},
    {"fpdw", "deuces-wild"},
    {"nsud", "not-so-ugly-deuces"},
    {"deuces not so ugly wild", "not-so-ugly-deuces"},
    {"joker wild", "joker-poker"},
    {"joker kings", "joker-poker"},
    {"joker kings wild", "joker-poker"},
}};

template <std::size_t Size>
std::optional<std::string_view> meant(const std::array<Alias, Size>& aliases, std::string_view given) {
    const auto* const found = std::ranges::find(aliases, given, &Alias::alias);
    return found == aliases.end() ? std::nullopt : std::optional(found->name);
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The numbers of a name with dashes, and then its words in order, without those that many machines have:
// "9-6 jacks" of "Jacks or Better 9/6". Of ASCII letters and digits.
std::string table_key(std::string_view name) {
    constexpr std::array<std::string_view, 8> COMMON{"or", "better", "poker", "full", "pay", "video", "the", "machine"};
    std::string numbers;
    std::vector<std::string> words;
    const auto kind = [](char c) { return is_digit(c) ? 1 : ((c | 0x20) >= 'a' && (c | 0x20) <= 'z' ? 2 : 0); };
    while (!name.empty()) {
        const int first = kind(name[0]);
        std::size_t end = 1;
        while (end < name.size() && kind(name[end]) == first) ++end;
        const std::string word = bare_name(name.substr(0, end));
        if (first == 1) numbers.append(numbers.empty() ? "" : "-").append(word);
        if (first == 2 && std::ranges::find(COMMON, word) == COMMON.end()) words.push_back(word);
        name.remove_prefix(end);
    }
    std::ranges::sort(words);
    std::string key = numbers;
    for (const std::string& word : words) key.append(key.empty() ? "" : " ").append(word);
    return key;
}

Expected<std::size_t> read_hand(const Argument& given) {
    const WordList names = paying_hands();
    if (given.is_text()) {
        const auto found = std::ranges::find(names, given.text);
        if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
        std::string name = bare_name(given.text);
        constexpr std::array<std::string_view, 6> COUNTS{"", "", "two", "three", "four", "five"};
        const bool has_count = name.size() > 1 && name[0] >= '2' && name[0] <= '5' && !is_digit(name[1]);
        if (has_count) name = std::string(COUNTS[static_cast<std::size_t>(name[0] - '0')]) + name.substr(1);
        const auto alias = meant(HAND_ALIASES, name);
        for (std::size_t place = 0; place < names.size(); ++place)
            if (names[place] == alias || bare_name(names[place]) == name) return place;
    }
    return one_of("hand", given, names);
}

Problem wrong_pays(const Argument& given) {
    if (!given.is_text()) return rule_problem(joined({"pays must map names of hands to payouts, not ", quoted(given)}));
    return rule_problem(joined({"expected pays such as 'royal-flush=800, flush=6', not ", quoted(given)}));
}

// Items such as "flush=6" or "flush: 6" between commas, of which names may have some; or one per line, then also
// "flush 6".
Expected<std::vector<GivenPay>> split_pays(std::string_view text) {
    std::vector<GivenPay> found;
    while (!text.empty()) {
        const std::size_t size = std::min(text.find_first_of("\r\n;"), text.size());
        std::string_view line = text.substr(0, size);
        text.remove_prefix(std::min(size + 1, text.size()));
        for (line = stripped(line.substr(0, line.find('#'))); !line.empty(); line = stripped(line)) {
            std::size_t sign = line.find_first_of("=:");
            std::string_view payout;
            if (sign == line.npos) {
                while (line.ends_with(',')) line = stripped(line.substr(0, line.size() - 1));
                sign = line.find_last_of(" \t");
                if (sign == line.npos) return wrong_pays(Argument::of(line));
                payout = line.substr(sign + 1);
            } else {
                payout = line.substr(sign + 1);
                payout = payout.substr(0, payout.find(','));
            }
            const Argument shown = Argument::of(stripped(payout));
            found.push_back({Argument::of(stripped(line.substr(0, sign))), exact_value(shown), shown});
            line.remove_prefix(std::min(line.size(), sign + 1 + payout.size() + 1));
        }
    }
    return found;
}

std::vector<GivenPay> pays_of(const Argument& object) {
    std::vector<GivenPay> found;
    for (std::size_t i = 0; i < object.names.size(); ++i) {
        const Argument& payout = object.items[i];
        found.push_back({Argument::of(std::string_view(object.names[i])), exact_value(payout), payout});
    }
    return found;
}

Problem named_twice(std::string_view hand) {
    return rule_problem(joined({"the hand ", quoted(hand), " is named twice; keep one of them"}));
}

Expected<PayTable> read_fields(const Argument& given) {
    PayTable made;
    bool has_pays = false;
    for (std::size_t i = 0; i < given.names.size(); ++i) {
        const Argument& value = given.items[i];
        const auto option = one_of("option", Argument::of(std::string_view(given.names[i])),
                                   {"name", "pays", "is_deuces_wild", "jokers"});
        if (!option) return option.problem();
        if (*option == 0) {
            auto name = string_option("name", value, true);
            if (!name) return std::move(name.problem());
            made.name = *std::move(name);
        } else if (*option == 1) {
            auto pays = read_pays(value);
            if (!pays) return std::move(pays.problem());
            made.pays = std::move(pays->payouts);
            made.parts = pays->parts;
            has_pays = true;
        } else if (*option == 2) {
            const auto flag = true_or_false("is_deuces_wild", value);
            if (!flag) return flag.problem();
            made.is_deuces_wild = *flag;
        } else {
            const auto jokers = whole_number("jokers", value, 0, MOST_JOKERS);
            if (!jokers) return jokers.problem();
            made.jokers = static_cast<int>(*jokers);
        }
    }
    if (made.name.empty()) return wrong_string("name", {});
    if (!has_pays) return wrong_pays({});
    return made;
}

}  // namespace

Expected<Pays> read_pays(const Argument& given, const std::vector<GivenPay>& pays) {
    if (pays.empty()) return wrong_pays(given);
    const BigFraction largest(LARGEST_PAYOUT, 1);
    std::vector<std::pair<std::size_t, BigFraction>> coins;
    BigInt parts = 1;
    for (const auto& [name, payout, shown] : pays) {
        const auto hand = read_hand(name);
        if (!hand) return hand.problem();
        const std::string_view hand_name = paying_hands()[*hand];
        if (!payout || payout->sign() < 0 || largest < *payout)
            return rule_problem(joined({"the payout for ", hand_name, " must be a number from 0 to 100,000, ",
                                        "such as 9 or 1.5, not ", quoted(shown)}));
        for (const auto& [other, _] : coins)
            if (other == *hand) return named_twice(hand_name);
        const auto& [__, coin] = coins.emplace_back(*hand, numbers::reduced(*payout));
        parts = parts / common_divisor(parts, coin.denominator()) * coin.denominator();
        if (BigInt(LARGEST_PAYOUT) < parts) parts = LARGEST_PAYOUT + 1;
    }
    Pays found{{}, static_cast<std::int32_t>(*parts.as_word())};
    for (const auto& [hand, coin] : coins) {
        const BigInt payout = coin.numerator() * (parts / coin.denominator());
        if (BigInt(LARGEST_PAYOUT) < payout || found.parts > LARGEST_PAYOUT)
            return rule_problem(
                joined({"payouts must be whole numbers of a part of a coin, up to 100,000 parts; choose rounder ones: ",
                        quoted(given)}));
        found.payouts.emplace_back(hand, static_cast<std::int32_t>(*payout.as_word()));
    }
    return found;
}

Expected<Pays> read_pays(const Argument& given) {
    constexpr std::size_t MOST_CHARACTERS = 10'000;
    if (given.kind == Argument::Kind::Object) return read_pays(given, pays_of(given));
    if (!given.is_text()) return wrong_pays(given);
    if (given.text.size() > MOST_CHARACTERS)
        return rule_problem(joined({"pays have at most 10,000 characters, not ", given.text.size()}));
    if (stripped(given.text).starts_with('{')) {
        JsonFault fault;
        const auto object = read_json(given.text, fault);
        if (object && object->kind == Argument::Kind::Object) return read_pays(given, pays_of(*object));
        return fault.repeated.empty() ? wrong_pays(given) : named_twice(fault.repeated);
    }
    const auto pays = split_pays(given.text);
    if (!pays) return pays.problem();
    return read_pays(given, *pays);
}

Expected<const PayTable*> pay_table_named(const Argument& given) {
    constexpr std::size_t LONGEST = 100;  // characters
    WordList names;
    for (const PayTable& row : pay_tables()) names.push_back(row.name);
    if (given.is_text() && given.text.size() <= LONGEST) {
        const std::string key = table_key(given.text), bare = bare_name(given.text);
        const auto alias = meant(TABLE_ALIASES, key);
        for (const PayTable& row : pay_tables())
            if (alias == row.name || bare_name(row.name) == bare || (!key.empty() && table_key(row.name) == key))
                return &row;
    }
    const auto place = one_of("pay table", given, names);
    if (!place) return place.problem();
    return &pay_tables()[*place];
}

std::optional<Problem> impossible_pays(const PayTable& table) {
    const auto refusal = [&](std::string_view hand, std::string_view other) {
        return rule_problem(joined({"the deck of ", table.name, " has no ", hand, "; choose `pay_table=", quoted(other),
                                    "`, or leave the hand out"}));
    };
    for (const auto& [place, payout] : table.pays) {
        const std::string_view hand = paying_hands()[place];
        if (hand == "four deuces" && !table.is_deuces_wild) return refusal(hand, "deuces-wild");
        const bool needs_wild = hand == "wild royal flush" || hand == "five of a kind";
        if (needs_wild && !table.is_deuces_wild && table.jokers == 0) return refusal(hand, "joker-poker");
    }
    return std::nullopt;
}

Expected<PayTable> read_pay_table(const Argument& given, const Argument& pays) {
    auto table = [&]() -> Expected<PayTable> {
        if (given.kind == Argument::Kind::Object) return read_fields(given);
        const auto row = pay_table_named(given);
        if (!row) return row.problem();
        return **row;
    }();
    if (!table || pays.is_nothing()) return table;
    auto read = read_pays(pays);
    if (!read) return std::move(read.problem());
    table->pays = std::move(read->payouts);
    table->parts = read->parts;
    if (auto problem = impossible_pays(*table)) return *std::move(problem);
    table->name.insert(0, CUSTOM);
    return table;
}

}  // namespace facevalue::poker
