#include "poker/notation/item_reader.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "text/quoted.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t NONE = Scanner::NONE;
constexpr int HOLDEM_SIZE = 2;
constexpr std::uint64_t WORK_OF_ITEM = 50;  // look-ups

// A number and whether it has a percent sign.
struct Written {
    std::string_view digits;
    bool has_sign = false;
};

class ItemReader {
  public:
    ItemReader(std::string_view text, ItemNotation& notation, Pulse& pulse)
        : scanner_(text), notation_(notation), pulse_(pulse), last_closing_(text.rfind("[/")) {}

    bool read() {
        if (!find_scale()) return false;
        scanner_.move_to(scanner_.spaces(0));
        if (scanner_.has('!', scanner_.place())) {
            notation_.add_everything();
            notation_.weigh(WHOLE);
        }
        if (!read_list(&ItemReader::read_weighted)) return false;
        scanner_.move_to(scanner_.spaces(scanner_.place()));
        return scanner_.is_at_end() || scanner_.fail("expected a comma between hands");
    }
    Problem problem() const { return scanner_.problem(); }
    bool has_weights() const { return has_weights_; }

  private:
    using ReadOne = bool (ItemReader::*)();

    bool find_scale();
    std::string_view relative_weight(std::size_t start, std::size_t end) const;
    bool read_list(ReadOne read_one);
    bool read_weighted();
    bool read_plain() { return notation_.read(scanner_); }
    bool read_between_brackets(const Written& written, std::size_t start);
    bool read_either_side(bool has_sign, std::size_t start);
    bool read_weight_before(Weight& weight);
    bool read_weight_behind(Weight& weight);
    bool read_weight(const Written& written, std::size_t place, bool in_percent, Weight& weight);
    std::size_t written_at(std::size_t place, Written& written) const;
    std::size_t opening_at(std::size_t place, Written& written) const;
    std::size_t before_at(std::size_t place, Written& written) const;
    bool weigh(const Weight& weight) {
        has_weights_ |= weight != WHOLE;
        notation_.weigh(weight);
        return true;
    }
    std::string_view between(std::size_t start, std::size_t end) const {
        return scanner_.text().substr(start, end - start);
    }

    Scanner scanner_;
    ItemNotation& notation_;
    Pulse& pulse_;
    std::size_t last_closing_;            // of a bracket like [/25], or NONE
    std::optional<WrittenNumber> scale_;  // the largest relative weight
    bool has_weights_ = false;
    bool has_fractions_ = false, has_percentages_ = false;  // numbers where percentages need no sign
};

// The number of an item like "AA@2", if it has nothing else that weighs; otherwise an empty one.
std::string_view ItemReader::relative_weight(std::size_t start, std::size_t end) const {
    const std::string_view item = between(start, end);
    const std::size_t sign = item.find_first_of("@%:=!()[]");
    if (sign == NONE || sign == 0 || item[sign] != '@') return {};
    const std::size_t number = scanner_.spaces(start + sign + 1), after = scanner_.number_at(number);
    return after != NONE && scanner_.spaces(after) >= end ? between(number, after) : std::string_view{};
}

// Finds the largest weight, if all items have relative ones.
bool ItemReader::find_scale() {
    const std::string_view text = scanner_.text();
    std::vector<std::string_view> written;
    for (std::size_t start = 0, end = 0; start <= text.size(); start = end + 1) {
        end = std::min(text.find_first_of(",;", start), text.size());
        written.push_back(relative_weight(start, end));
        if (written.back().empty()) return true;
        pulse_.spend(WORK_OF_ITEM);
    }
    WrittenNumber first, largest;
    bool are_different = false, is_one_small = false;
    for (const std::string_view digits : written) {
        WrittenNumber number;
        if (!scanner_.read_number(digits, 0, number)) return scanner_.fail_again(text.find(digits));
        if (digits.data() == written.front().data()) first = number;
        if (largest < number) largest = number;
        are_different |= number != first;
        is_one_small |= number.numerator != 0 && !(WrittenNumber{1, 1} < number);
    }
    if (are_different && is_one_small) scale_ = largest;
    return true;
}

// Reads items and the separators between them.
bool ItemReader::read_list(ReadOne read_one) {
    while ((this->*read_one)()) {
        pulse_.spend(WORK_OF_ITEM);
        if (pulse_.stopped()) return false;
        const std::size_t end = scanner_.place(), after = scanner_.spaces(end);
        const bool is_comma = scanner_.has_any(",;", after);
        const bool is_last =
            after == scanner_.text().size() || scanner_.has(')', after) || scanner_.from(after).starts_with("[/");
        if (!is_comma && (after == end || is_last)) return true;
        scanner_.move_to(is_comma ? scanner_.spaces(after + 1) : after);
        Written number;
        const std::size_t percentage = is_comma ? NONE : written_at(after, number);
        if (percentage == NONE || !number.has_sign) continue;
        const std::size_t next = scanner_.spaces(percentage);
        if (scanner_.has_any(":(", next) || scanner_.dash_at(percentage) != NONE) continue;
        const std::string shown(between(after, percentage));
        return scanner_.fail("expected @" + shown + " for a weight, or a comma and top " + shown +
                             " for the best hands");
    }
    return false;
}

// A number with or without a percent sign.
std::size_t ItemReader::written_at(std::size_t place, Written& written) const {
    const std::size_t end = scanner_.number_at(place);
    if (end == NONE) return NONE;
    const std::size_t sign = scanner_.spaces(end);
    written = {between(place, end), scanner_.has('%', sign)};
    return written.has_sign ? sign + 1 : end;
}

// "[25]" or "[25%]"
std::size_t ItemReader::opening_at(std::size_t place, Written& written) const {
    if (!scanner_.has('[', place)) return NONE;
    const std::size_t end = written_at(scanner_.spaces(place + 1), written);
    const std::size_t bracket = end == NONE ? NONE : scanner_.spaces(end);
    return bracket != NONE && scanner_.has(']', bracket) ? scanner_.spaces(bracket + 1) : NONE;
}

// "50%:", "0.5("; at the colon or bracket.
std::size_t ItemReader::before_at(std::size_t place, Written& written) const {
    const std::size_t end = written_at(place, written);
    const std::size_t sign = end == NONE ? NONE : scanner_.spaces(end);
    return sign != NONE && scanner_.has_any(":(", sign) ? sign : NONE;
}

// Reads one item or group and its weight, which may be before, after or around it.
bool ItemReader::read_weighted() {
    const std::size_t start = scanner_.place();
    if (scanner_.has('!', start)) {
        scanner_.move_to(scanner_.spaces(start + 1));
        return notation_.read(scanner_) && weigh({});
    }
    // In Omaha, brackets without an end such as [/25] are ranks, as in `[98][98]JT`.
    Written written;
    const bool is_weight = notation_.size() == HOLDEM_SIZE || (last_closing_ != NONE && last_closing_ > start);
    if (is_weight && scanner_.take(opening_at(start, written))) return read_between_brackets(written, start);
    if (before_at(start, written) != NONE) return read_either_side(written.has_sign, start);
    Weight weight;
    return read_weight_behind(weight) && weigh(weight);
}

// "[25]AKs, AQs[/25]", after the opening bracket.
bool ItemReader::read_between_brackets(const Written& written, std::size_t start) {
    if (!read_list(&ItemReader::read_plain)) return false;
    const std::size_t end = scanner_.place(), slash = scanner_.spaces(end);
    Written closing;
    std::size_t after = NONE;
    if (scanner_.from(slash).starts_with("[/")) after = written_at(scanner_.spaces(slash + 2), closing);
    if (after != NONE) after = scanner_.spaces(after);
    if (after == NONE || !scanner_.has(']', after) || closing.digits != written.digits)
        return scanner_.fail("expected [/" + std::string(written.digits) + ']', end);
    scanner_.move_to(after + 1);
    Weight weight;
    return read_weight(written, start, true, weight) && weigh(weight);
}

// The number may be the weight or the hands: `50:AA`, `55:0.5`. The reading that explains more of the string is right.
// If both explain the same, a number with a percent sign could be either, and one without it is a hand.
bool ItemReader::read_either_side(bool has_sign, std::size_t start) {
    struct Reading {
        bool is_read;
        std::size_t place;
        Weight weight;
    };
    const auto attempt = [&](bool (ItemReader::*read_one)(Weight&)) {
        notation_.drop();
        scanner_.move_to(start);
        Reading reading{false, 0, {}};
        reading.is_read = (this->*read_one)(reading.weight);
        reading.place = reading.is_read ? scanner_.place() : scanner_.failed_at();
        return reading;
    };
    const Reading behind = attempt(&ItemReader::read_weight_behind);
    const std::string message = behind.is_read ? std::string() : scanner_.message();
    const Reading before = attempt(&ItemReader::read_weight_before);
    if (pulse_.stopped()) return false;
    if (!behind.is_read && !before.is_read)
        return behind.place < before.place ? false : scanner_.fail(message, behind.place);
    const bool is_behind = behind.is_read && (!before.is_read || before.place <= behind.place);
    if (has_sign && behind.is_read && before.is_read && behind.place == before.place)
        return scanner_.fail("expected a weight like 15%@50, since either side could be one", start);
    return weigh((is_behind ? attempt(&ItemReader::read_weight_behind) : before).weight);
}

bool ItemReader::read_weight_before(Weight& weight) {
    const std::size_t start = scanner_.place();
    Written written;
    const std::size_t sign = before_at(start, written);
    const bool is_group = scanner_.has('(', sign);
    scanner_.move_to(scanner_.spaces(sign + 1));
    if (!(is_group ? read_list(&ItemReader::read_plain) : read_plain())) return false;
    if (is_group) {
        const std::size_t end = scanner_.spaces(scanner_.place());
        if (!scanner_.has(')', end)) return scanner_.fail("expected a closing bracket");
        scanner_.move_to(end + 1);
    }
    return read_weight(written, start, !is_group, weight);
}

bool ItemReader::read_weight_behind(Weight& weight) {
    weight = WHOLE;
    if (!notation_.read(scanner_)) return false;
    const std::size_t opening = scanner_.spaces(scanner_.place());
    if (!scanner_.has_any(":=@(", opening)) return true;
    const bool in_percent = scanner_.has('@', opening), is_bracket = scanner_.has('(', opening);
    const std::size_t start = scanner_.spaces(opening + 1);
    scanner_.move_to(start);
    Written written;
    if (!scanner_.take(written_at(start, written))) return scanner_.fail("expected a weight");
    if (is_bracket) {
        const std::size_t end = scanner_.spaces(scanner_.place());
        if (!scanner_.has(')', end)) return scanner_.fail("expected a closing bracket");
        scanner_.move_to(end + 1);
    }
    return read_weight(written, start, in_percent, weight);
}

// What a number at a place weighs.
bool ItemReader::read_weight(const Written& written, std::size_t place, bool in_percent, Weight& weight) {
    WrittenNumber number;
    if (!scanner_.read_number(written.digits, place, number)) return false;
    const bool is_relative = in_percent && scale_;
    const WrittenNumber one{1, 1};
    const bool is_bare = in_percent && !is_relative && !written.has_sign;
    if (is_bare && number == one) return scanner_.fail("expected 100 or 1%, since 1 could mean either", place);
    const bool is_percentage = written.has_sign || (is_bare && one < number);
    if (is_bare && number.numerator != 0) {
        (is_percentage ? has_percentages_ : has_fractions_) = true;
        if (has_percentages_ && has_fractions_)
            return scanner_.fail("expected weights that are all below 1, or all in percent", place);
    }
    const WrittenNumber whole = is_relative ? *scale_ : WrittenNumber{is_percentage ? PERCENT : 1, 1};
    if (whole < number) return scanner_.fail("expected a weight from 0 to 1, or a percentage like 50%", place);
    const auto found = quotient(number, whole);
    if (!found) return scanner_.fail("expected a weight with fewer digits", place);
    weight = *found;
    return true;
}

}  // namespace

Expected<ReadItems> read_items(std::string_view text, ItemNotation& notation, Pulse& pulse) {
    if (text.size() <= LONGEST_HAND) {
        const auto hand = cards_of(text);
        if (hand && size(*hand) == notation.size()) {
            notation.add_hand(*hand);
            notation.weigh(WHOLE);
            return ReadItems{};
        }
    }
    if (text.size() > MAX_CHARACTERS) {
        const std::size_t count = characters(text);
        if (count > MAX_CHARACTERS) {
            const std::string most = std::to_string(MAX_CHARACTERS);
            return Problem{ErrorClass::Limit,
                           "a range may have up to " + most + " characters, not " + std::to_string(count),
                           {},
                           0,
                           MAX_CHARACTERS};
        }
    }
    ItemReader reader(text, notation, pulse);
    if (!reader.read() && !pulse.stopped()) return reader.problem();
    return ReadItems{reader.has_weights()};
}

}  // namespace facevalue::poker
