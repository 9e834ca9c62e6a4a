// Printer: writes a canonical form as one expression (`Printer`) or as all its expressions (`Variants`).
//
// The text is minimal infix, as in Python's Expression; negative numbers and fractions are in braces. Printer chooses
// an expression that is easy to read, and that the rules allow if they allow any: additions before subtractions,
// factors before divisors, differences that are not negative; compound parts first, then numbers in ascending order.
// One thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "numbers/exact/text.hpp"
#include "numbers/forms/canonical_forms.hpp"
#include "numbers/values/packed_counts.hpp"
#include "work/pulse.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

// Is expression a easier to read than b?
inline bool reads_easier(std::string_view a, std::string_view b) {
    const auto rank = [](std::string_view text) {
        return std::tuple(std::count(text.begin(), text.end(), '/'), std::count(text.begin(), text.end(), '-'),
                          text.size());
    };
    const auto left = rank(a), right = rank(b);
    return left != right ? left < right : a < b;
}

// Exact values of forms, with the signs of their keys.
template <class Domain>
class ExactValues {
  public:
    using Int = typename Domain::Exact;
    using Value = Ratio<Int>;

    explicit ExactValues(const Forms<Domain>& forms) : forms_(forms) {}

    const Value& of(FormId id) {
        const auto known = values_.find(id);
        if (known != values_.end()) return known->second;
        return values_.emplace(id, compute(id)).first->second;
    }
    int sign(FormId id) {
        const auto& form = forms_[id];
        if (form.kind == Kind::Leaf) {
            const auto numerator = forms_.number(id).numerator;
            return numerator == 0 ? 0 : (numerator < 0) == form.minus ? 1 : -1;
        }
        if (Forms<Domain>::is_zero(form.key)) return 0;
        if (forms_.domain().is_whole(form.key)) return 1;  // a small key is the value itself
        return of(id).sign();
    }

  private:
    Value compute(FormId id) {
        const auto& form = forms_[id];
        if (form.kind == Kind::Leaf) {
            const Value value(forms_.number(id));
            return form.minus ? Value(Int(0), Int(1)) - value : value;
        }
        const bool sum = form.kind == Kind::Sum;
        Value value = sum ? Value(Int(0), Int(1)) : Value(Int(form.negated ? -1 : 1), Int(1));
        const Op direct = sum ? Op::Add : Op::Multiply, inverse = sum ? Op::Subtract : Op::Divide;
        for (Child child : forms_.children(id))
            value = *apply(child.inverse() ? inverse : direct, value, Value(of(child.form())));
        return value;
    }

    const Forms<Domain>& forms_;
    std::unordered_map<FormId, Value> values_;
};

template <class Domain>
class Printer {
  public:
    Printer(const Forms<Domain>& forms, bool subtracts) : forms_(forms), exact_(forms), subtracts_(subtracts) {}

    // The form with its key's value, or with its negative. The form's flag (`plus`, `minus`) must allow it.
    Text text(FormId id, bool negative) {
        const std::size_t start = buffer_.size();  // this calls itself, for parts of value 0
        const Piece piece = write(id, negative);
        Text text{std::string(view(piece)), piece.binding};
        buffer_.resize(start);
        return text;
    }

    // Is the form easier to read as the negative of its key, or can it only be written like that?
    bool prefers_negative(FormId id) {
        const auto& form = forms_[id];
        if (!form.plus || !form.minus) return !form.plus;
        const int sign = exact_.sign(id);
        if (sign != 0) return sign < 0;
        if (form.kind == Kind::Sum) return reads_easier(text(id, true).text, text(id, false).text);
        bool odd = false;  // a product of value 0: the preferences of its factors decide
        for (Child child : forms_.children(id)) odd = odd != prefers_negative(child.form());
        return odd;
    }

  private:
    // A part of the buffer.
    struct Piece {
        std::size_t start, size;
        int binding;
    };
    struct Part {
        bool inverse;   // printed with - or /
        bool negative;  // printed with the key's negative
        FormId form;
        Piece text;
    };

    std::string_view view(const Piece& piece) const {
        return std::string_view(buffer_).substr(piece.start, piece.size);
    }
    // What was written from `start` on.
    Piece piece_from(std::size_t start, int binding) const { return {start, buffer_.size() - start, binding}; }

    Piece write(FormId id, bool negative) {
        const auto& form = forms_[id];
        if (form.kind != Kind::Leaf) return form.kind == Kind::Sum ? sum(id, negative) : product(id, negative);
        const std::size_t start = buffer_.size();
        buffer_ += number_text(forms_.number(id));
        return piece_from(start, TIGHTEST);
    }

    bool is_zero(FormId id) const { return Forms<Domain>::is_zero(forms_[id].key); }
    bool before(const Part& a, const Part& b) const {
        if (a.inverse != b.inverse) return b.inverse;
        const bool zero_a = is_zero(a.form), zero_b = is_zero(b.form);  // 0+0+1 would begin with a result 0
        if (zero_a != zero_b) return zero_b;
        const bool leaf_a = a.text.binding == TIGHTEST, leaf_b = b.text.binding == TIGHTEST;
        if (leaf_a != leaf_b) return leaf_b;
        if (leaf_a) return forms_.number(a.form) < forms_.number(b.form);
        if (a.text.size != b.text.size) return a.text.size > b.text.size;
        return view(a.text) < view(b.text);
    }

    // The parts of a form are at the end of `parts_`; while they are written, their own parts follow them.
    Piece sum(FormId id, bool negative) {
        const std::size_t first = parts_.size();
        bool has_first = false;
        for (const Child child : forms_.children(id)) {
            const bool minus = child.inverse() != negative && !forms_[child.form()].symmetric;
            const bool negate = subtracts_ ? prefers_negative(child.form()) : minus;
            parts_.push_back({minus != negate, negate, child.form(), {}});
            has_first = has_first || minus == negate;
        }
        if (has_first) return write_parts(first, Op::Add, Op::Subtract);
        // All terms are subtracted, so one that has a negative must come first with a plus.
        return write_easiest(first, Op::Add, Op::Subtract, [](Part& part) {
            part.inverse = !part.inverse;
            part.negative = !part.negative;
        });
    }

    Piece product(FormId id, bool negative) {
        const std::size_t first = parts_.size();
        bool odd = negative != forms_[id].negated;
        for (const Child child : forms_.children(id)) {
            const bool negate = prefers_negative(child.form());
            odd = odd != negate;
            parts_.push_back({child.inverse(), negate, child.form(), {}});
        }
        if (!odd) return write_parts(first, Op::Multiply, Op::Divide);
        return write_easiest(first, Op::Multiply, Op::Divide, [](Part& part) { part.negative = !part.negative; });
    }

    // Writes the parts from `first` on, and removes them.
    Piece write_parts(std::size_t first, Op direct, Op inverse) {
        const std::size_t end = parts_.size(), start = buffer_.size();
        for (std::size_t i = first; i < end; ++i) {
            const Piece text = write(parts_[i].form, parts_[i].negative);
            parts_[i].text = text;
        }
        const std::span<Part> parts = std::span(parts_).subspan(first);
        sort_items(parts, [this](const Part& a, const Part& b) { return before(a, b); });
        const std::size_t whole = buffer_.size();
        const int binding = row(direct).family;
        append(parts[0].text, parts[0].text.binding < binding);
        for (const Part& part : parts.subspan(1)) {
            buffer_ += row(part.inverse ? inverse : direct).symbol;
            append(part.text, part.text.binding <= binding);
        }
        parts_.resize(first);
        buffer_.erase(start, whole - start);
        return piece_from(start, binding);
    }
    void append(const Piece& text, bool brackets) {
        if (brackets) buffer_ += '(';
        buffer_.append(buffer_, text.start, text.size);
        if (brackets) buffer_ += ')';
    }

    // The easiest text to read in which `negate` has changed one part.
    template <class Negate>
    Piece write_easiest(std::size_t first, Op direct, Op inverse, Negate negate) {
        const std::vector<Part> parts(parts_.begin() + static_cast<std::ptrdiff_t>(first), parts_.end());
        const std::size_t start = buffer_.size();
        std::string best;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!forms_[parts[i].form].plus || !forms_[parts[i].form].minus) continue;
            parts_.resize(first);
            parts_.insert(parts_.end(), parts.begin(), parts.end());
            negate(parts_[first + i]);
            const std::string_view text = view(write_parts(first, direct, inverse));
            if (best.empty() || reads_easier(text, best)) best = text;
            buffer_.resize(start);
        }
        if (best.empty()) return write_parts(first, direct, inverse);
        buffer_ += best;
        return piece_from(start, row(direct).family);
    }

    const Forms<Domain>& forms_;
    ExactValues<Domain> exact_;
    bool subtracts_;
    std::string buffer_;
    std::vector<Part> parts_;
};

// Every expression of a form that the rules allow: all orders and groupings, each string once. Once the pulse has
// stopped, results are invalid.
template <class Domain>
class Variants {
  public:
    using Value = typename ExactValues<Domain>::Value;

    Variants(const Forms<Domain>& forms, const Rules& rules, ExactValues<Domain>& exact, Pulse& pulse)
        : forms_(forms), rules_(rules), exact_(exact), pulse_(pulse) {}

    const std::vector<Text>& of(FormId id, bool negative) {
        const auto key = std::pair(id, negative);
        const auto known = texts_.find(key);
        if (known != texts_.end()) return known->second;
        std::vector<Text> texts = make(id, negative);
        sort_items(texts, [](const Text& a, const Text& b) { return a.text < b.text; });
        const auto is_same = [](const Text& one, const Text& other) { return one.text == other.text; };
        texts.erase(std::unique(texts.begin(), texts.end(), is_same), texts.end());
        return texts_.emplace(key, std::move(texts)).first->second;
    }

  private:
    struct Family {
        bool sum;
        std::vector<Child> different;
        PackedCounts picks;
        std::map<std::tuple<Packed, bool, bool>, std::vector<Text>> made;
    };

    std::vector<Text> make(FormId id, bool negative) {
        const auto& form = forms_[id];
        if (form.kind == Kind::Leaf) {
            const bool can = negative ? form.minus : form.plus;
            return can ? std::vector<Text>{{number_text(forms_.number(id)), 2}} : std::vector<Text>{};
        }
        const auto children = forms_.children(id);  // sorted, so equal ones are neighbours
        std::vector<Child> different(children.begin(), children.end());
        different.erase(std::unique(different.begin(), different.end()), different.end());
        Family family{form.kind == Kind::Sum, different, PackedCounts(different.size()), {}};
        Packed all = 0;
        for (std::size_t i = 0, at = 0; i < children.size(); ++i) {
            while (!(different[at] == children[i])) ++at;
            all += family.picks.one(at);
        }
        return part(family, all, false, negative != (!family.sum && form.negated));
    }

    // Expressions of the chosen children; with `under` the reciprocal of a product, with `negative` the negative.
    const std::vector<Text>& part(Family& family, Packed chosen, bool under, bool negative) {
        const auto key = std::tuple(chosen, under, negative);
        const auto known = family.made.find(key);
        if (known != family.made.end()) return known->second;
        std::vector<Text> texts;
        if (const Child* child = only(family, chosen)) {
            if (family.sum)
                texts = of(child->form(), (child->inverse() != negative) && !forms_[child->form()].symmetric);
            else if (child->inverse() == under)
                texts = of(child->form(), negative);
        } else if (is_allowed(family, chosen, under, negative)) {
            for_parts(family, chosen,
                      [&](Packed left, Packed right) { join(family, left, right, under, negative, texts); });
        }
        return family.made.emplace(key, std::move(texts)).first->second;
    }

    static const Child* only(const Family& family, Packed chosen) {
        for (std::size_t i = 0; i < family.different.size(); ++i)
            if (chosen == family.picks.one(i)) return &family.different[i];
        return nullptr;
    }

    template <class Visit>
    void for_parts(const Family& family, Packed chosen, Visit visit) {
        for (Packed left = 0; family.picks.next(left, chosen) && !pulse_.stopped();) {
            if (left != chosen) visit(left, chosen - left);
            pulse_.spend(1);
        }
    }

    void join(Family& family, Packed left, Packed right, bool under, bool negative, std::vector<Text>& texts) {
        const Op direct = family.sum ? Op::Add : Op::Multiply, inverse = family.sum ? Op::Subtract : Op::Divide;
        if (family.sum) {
            pairs(part(family, left, under, negative), direct, part(family, right, under, negative), texts);
            pairs(part(family, left, under, negative), inverse, part(family, right, under, !negative), texts);
            return;
        }
        for (const bool negate : {false, true}) {
            const auto& lefts = part(family, left, under, negate);
            if (lefts.empty()) continue;
            pairs(lefts, direct, part(family, right, under, negative != negate), texts);
            pairs(lefts, inverse, part(family, right, !under, negative != negate), texts);
        }
    }
    void pairs(const std::vector<Text>& lefts, Op op, const std::vector<Text>& rights, std::vector<Text>& texts) {
        if (!rules_.has(op)) return;
        constexpr std::uint64_t WORK_OF_A_TEXT = 10;  // in look-ups
        for (const Text& left : lefts) {
            if (pulse_.stopped()) return;
            for (const Text& right : rights) texts.push_back(joined(left, op, right));
            pulse_.spend(WORK_OF_A_TEXT * rights.size());
        }
    }

    // Is the value of these children allowed as a result?
    bool is_allowed(const Family& family, Packed chosen, bool under, bool negative) {
        using Int = typename Domain::Exact;
        const Op direct = family.sum ? Op::Add : Op::Multiply, inverse = family.sum ? Op::Subtract : Op::Divide;
        Value value(Int(family.sum ? 0 : 1), Int(1));
        for (std::size_t i = 0; i < family.different.size(); ++i) {
            const Child child = family.different[i];
            for (std::size_t k = 0; k < family.picks.count(chosen, i); ++k) {
                const auto next = apply(child.inverse() != under ? inverse : direct, value, exact_.of(child.form()));
                if (!next) return false;
                value = *next;
            }
        }
        if (negative) value = Value(Int(0), Int(1)) - value;
        return allowed(rules_.values, value);
    }

    const Forms<Domain>& forms_;
    const Rules& rules_;
    ExactValues<Domain>& exact_;
    Pulse& pulse_;
    std::map<std::pair<FormId, bool>, std::vector<Text>> texts_;
};

}  // namespace facevalue::numbers
