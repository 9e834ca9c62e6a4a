#include "text/json.hpp"

#include <algorithm>

namespace facevalue {

namespace {

constexpr std::size_t DEEPEST = 32, MOST_NAMES = 64;
constexpr std::string_view JSON_SPACES = " \t\n\r";
constexpr std::string_view JSON_DIGITS = "0123456789";

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text), left_(text) {}

    std::optional<Argument> read() {
        Argument made;
        std::vector<Argument*> containers;  // that are open, the innermost one last
        Argument* place = &made;            // of the next value; nullptr after a value
        while (true) {
            skip();
            if (place != nullptr) {
                if (!begin(*place)) return std::nullopt;
                const bool is_container = place->kind == Argument::Kind::List || place->kind == Argument::Kind::Object;
                if (is_container) {
                    if (containers.size() == DEEPEST) return std::nullopt;
                    containers.push_back(place);
                    skip();
                    if (!take(closing(*place))) {
                        place = next_place(*containers.back());
                        if (place == nullptr) return std::nullopt;
                        continue;
                    }
                    close(containers);
                }
                place = nullptr;
            } else if (containers.empty()) {
                return left_.empty() ? std::optional(std::move(made)) : std::nullopt;
            } else if (take(closing(*containers.back()))) {
                close(containers);
            } else {
                if (!take(',')) return std::nullopt;
                skip();
                place = next_place(*containers.back());
                if (place == nullptr) return std::nullopt;
            }
        }
    }

    // After a string that is not JSON.
    JsonFault fault() const { return {text_.size() - left_.size(), repeated_}; }

  private:
    static char closing(const Argument& container) { return container.kind == Argument::Kind::List ? ']' : '}'; }

    // A value that JSON does not have is an object with a single name, "".
    static void close(std::vector<Argument*>& containers) {
        Argument& closed = *containers.back();
        containers.pop_back();
        if (closed.names.size() != 1 || !closed.names[0].empty()) return;
        if (closed.items[0].is_text() || closed.items[0].kind == Argument::Kind::Other)
            closed = Argument::other(std::string(closed.items[0].text));
    }

    void skip() { left_.remove_prefix(std::min(left_.find_first_not_of(JSON_SPACES), left_.size())); }
    bool take(char expected) {
        if (!left_.starts_with(expected)) return false;
        left_.remove_prefix(1);
        return true;
    }
    bool take(std::string_view expected) {
        if (!left_.starts_with(expected)) return false;
        left_.remove_prefix(expected.size());
        return true;
    }
    std::string_view digits() {
        const std::string_view found = left_.substr(0, left_.find_first_not_of(JSON_DIGITS));
        left_.remove_prefix(found.size());
        return found;
    }

    // Where the next value of a container goes, after its name in an object.
    Argument* next_place(Argument& container) {
        if (container.kind == Argument::Kind::Object) {
            auto name = string();
            skip();
            if (!name || !take(':') || container.names.size() == MOST_NAMES) return nullptr;
            if (container.find(*name) != nullptr) {
                repeated_ = *std::move(name);
                return nullptr;
            }
            container.names.push_back(std::move(*name));
        }
        // The items before may move, but none of them is open any more.
        return &container.items.emplace_back();
    }

    // Reads a value, or the start of a container.
    bool begin(Argument& made) {
        if (take('[')) return made.kind = Argument::Kind::List, true;
        if (take('{')) return made.kind = Argument::Kind::Object, true;
        if (take("null")) return true;
        if (take("true")) return made = Argument::of(true), true;
        if (take("false")) return made = Argument::of(false), true;
        if (take("NaN")) return made = Argument::other("nan"), true;
        if (take("Infinity")) return made = Argument::other("inf"), true;
        if (take("-Infinity")) return made = Argument::other("-inf"), true;
        if (left_.starts_with('"')) {
            auto text = string();
            if (text) made = Argument::of(std::string_view(*text));
            return text.has_value();
        }
        return number(made);
    }

    bool number(Argument& made) {
        const std::string_view start = left_;
        take('-');
        const std::string_view whole = digits();
        if (whole.empty() || (whole.size() > 1 && whole[0] == '0')) return false;
        bool is_whole = true;
        if (take('.')) {
            is_whole = false;
            if (digits().empty()) return false;
        }
        if (take('e') || take('E')) {
            is_whole = false;
            if (!take('+')) take('-');
            if (digits().empty()) return false;
        }
        const std::string_view spelled = start.substr(0, start.size() - left_.size());
        std::string text(spelled == "-0" ? "0" : spelled);
        made = is_whole ? Argument::whole(std::move(text)) : Argument::other(std::move(text));
        return true;
    }

    std::optional<char32_t> code() {
        char32_t code = 0;
        for (int i = 0; i < 4; ++i) {
            if (left_.empty()) return std::nullopt;
            const char c = left_.front();
            const bool is_digit = c >= '0' && c <= '9';
            const char letter = static_cast<char>(c | 0x20);
            if (!is_digit && (letter < 'a' || letter > 'f')) return std::nullopt;
            code = code << 4 | static_cast<char32_t>(is_digit ? c - '0' : letter - 'a' + 10);
            left_.remove_prefix(1);
        }
        return code;
    }

    // A character after a backslash.
    bool escape(std::string& made) {
        static constexpr std::string_view NAMES = "\"\\/bfnrt", MEANINGS = "\"\\/\b\f\n\r\t";
        if (left_.empty()) return false;
        const std::size_t place = NAMES.find(left_.front());
        if (place != NAMES.npos) {
            made += MEANINGS[place];
            left_.remove_prefix(1);
            return true;
        }
        if (!take('u')) return false;
        auto unit = code();
        if (!unit) return false;
        if (*unit >= 0xD800 && *unit < 0xDC00 && left_.starts_with("\\u")) {
            const std::string_view before = left_;
            take("\\u");
            const auto low = code();
            if (!low) return false;
            if (*low >= 0xDC00 && *low < 0xE000)
                unit = 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00);
            else
                left_ = before;  // another character
        }
        append_character(made, *unit);
        return true;
    }

    std::optional<std::string> string() {
        if (!take('"')) return std::nullopt;
        std::string made;
        while (true) {
            std::size_t end = 0;
            while (end < left_.size() && left_[end] != '"' && left_[end] != '\\' &&
                   static_cast<unsigned char>(left_[end]) >= 0x20)
                ++end;
            made += left_.substr(0, end);
            left_.remove_prefix(end);
            if (take('"')) return made;
            if (!take('\\') || !escape(made)) return std::nullopt;
        }
    }

    std::string_view text_, left_;
    std::string repeated_;
};

}  // namespace

std::optional<Argument> read_json(std::string_view text) { return Reader(text).read(); }

std::optional<Argument> read_json(std::string_view text, JsonFault& fault) {
    Reader reader(text);
    auto made = reader.read();
    if (!made) fault = reader.fault();
    return made;
}

void JsonWriter::separate() {
    if (needs_comma_) text_ += ", ";
    needs_comma_ = true;
}

JsonWriter& JsonWriter::open(char bracket) {
    separate();
    text_ += bracket;
    needs_comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    text_ += bracket;
    needs_comma_ = true;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    value(name);
    text_ += ": ";
    needs_comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::whole(std::string_view digits) {
    static constexpr std::string_view LARGEST = "9007199254740991";  // 2^53 - 1
    const std::string_view size = digits.substr(digits.starts_with('-') ? 1 : 0);
    const bool is_large = size.size() > LARGEST.size() || (size.size() == LARGEST.size() && size > LARGEST);
    return has_floats_ && is_large ? value(digits) : literal(digits);
}

JsonWriter& JsonWriter::decimal(std::int64_t parts, std::int64_t unit) {
    const std::uint64_t size = parts < 0 ? 0 - static_cast<std::uint64_t>(parts) : static_cast<std::uint64_t>(parts);
    std::string places = std::to_string(static_cast<std::uint64_t>(unit) + size % static_cast<std::uint64_t>(unit));
    places[0] = '.';  // was a 1 before as many places as the unit has
    if (places.size() == 1) places += '0';
    places.resize(std::max<std::size_t>(places.find_last_not_of('0') + 1, 2), '0');
    return literal((parts < 0 ? "-" : "") + std::to_string(size / static_cast<std::uint64_t>(unit)) + places);
}

// Without recursion: containers that are open, each with the place of its next item.
JsonWriter& JsonWriter::value(const Argument& given) {
    std::vector<std::pair<const Argument*, std::size_t>> open;
    const auto begin = [&](const Argument& next) {
        switch (next.kind) {
            case Argument::Kind::Nothing:
                null();
                break;
            case Argument::Kind::Flag:
                value(next.flag);
                break;
            case Argument::Kind::Whole:
                whole(next.text);
                break;
            case Argument::Kind::Text:
            case Argument::Kind::Exact:
            case Argument::Kind::Other:
                value(next.text);
                break;
            case Argument::Kind::List:
            case Argument::Kind::Object:
                next.kind == Argument::Kind::List ? begin_list() : begin_object();
                open.emplace_back(&next, 0);
        }
    };
    begin(given);
    while (!open.empty()) {
        const auto [container, place] = open.back();
        const bool is_list = container->kind == Argument::Kind::List;
        if (place == container->items.size()) {
            is_list ? end_list() : end_object();
            open.pop_back();
            continue;
        }
        ++open.back().second;
        if (!is_list) key(container->names[place]);
        begin(container->items[place]);
    }
    return *this;
}

JsonWriter& JsonWriter::literal(std::string_view text) {
    separate();
    text_ += text;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    static constexpr std::string_view NAMES = "\"\\bfnrt", MEANINGS = "\"\\\b\f\n\r\t";
    static constexpr std::string_view HEX = "0123456789abcdef";
    const auto is_plain = [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\' && c != '\xED';
    };
    const auto escape = [&](unsigned code) {
        text_ += "\\u";
        for (const int shift : {12, 8, 4, 0}) text_ += HEX[code >> shift & 0xF];
    };
    separate();
    text_ += '"';
    while (!text.empty()) {
        const auto end = std::ranges::find_if_not(text, is_plain);
        const auto length = static_cast<std::size_t>(end - text.begin());
        text_.append(text.substr(0, length));
        text.remove_prefix(length);
        if (text.empty()) break;
        const char c = text[0];
        const std::size_t place = MEANINGS.find(c);
        const auto is_byte = [&](std::size_t place, unsigned char low) {
            return static_cast<unsigned char>(text[place]) >= low && static_cast<unsigned char>(text[place]) < 0xC0;
        };
        const bool is_surrogate = c == '\xED' && text.size() > 2 && is_byte(1, 0xA0) && is_byte(2, 0x80);
        if (place != MEANINGS.npos)
            text_.append(1, '\\').append(1, NAMES[place]);
        else if (is_surrogate)
            escape(0xD000U | (static_cast<unsigned>(text[1]) & 0x3F) << 6 | (static_cast<unsigned>(text[2]) & 0x3F));
        else if (c == '\xED')
            text_ += c;
        else
            escape(static_cast<unsigned char>(c));
        text.remove_prefix(is_surrogate ? 3 : 1);
    }
    text_ += '"';
    return *this;
}

}  // namespace facevalue
