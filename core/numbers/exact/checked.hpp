// Checked: a machine integer that remembers whether it has overflowed.
//
// For values without a known bound, such as the values in an answer. Everything computed from an
// overflowed value counts as overflowed, so the result can be checked once at the end.
#pragma once

namespace facevalue::numbers {

template <class Int>
class Checked {
  public:
    constexpr Checked(Int value = 0) : value_(value) {}  // implicit on purpose: a whole number is a Checked

    constexpr bool overflowed() const { return overflowed_; }
    constexpr Int value() const { return value_; }

    friend constexpr Checked operator+(const Checked& a, const Checked& b) {
        Checked sum = marked(a, b);
        sum.overflowed_ |= __builtin_add_overflow(a.value_, b.value_, &sum.value_);
        return sum;
    }
    friend constexpr Checked operator-(const Checked& a, const Checked& b) {
        Checked difference = marked(a, b);
        difference.overflowed_ |= __builtin_sub_overflow(a.value_, b.value_, &difference.value_);
        return difference;
    }
    friend constexpr Checked operator*(const Checked& a, const Checked& b) {
        Checked product = marked(a, b);
        product.overflowed_ |= __builtin_mul_overflow(a.value_, b.value_, &product.value_);
        return product;
    }
    // The divisor is a denominator, so it is 1 or more where nothing has overflowed.
    friend constexpr Checked operator%(const Checked& a, const Checked& b) {
        Checked remainder = marked(a, b);
        remainder.value_ = b.value_ > 0 ? static_cast<Int>(a.value_ % b.value_) : Int(0);
        return remainder;
    }
    friend constexpr bool operator==(const Checked& a, const Checked& b) { return a.value_ == b.value_; }
    friend constexpr bool operator<(const Checked& a, const Checked& b) { return a.value_ < b.value_; }

  private:
    static constexpr Checked marked(const Checked& a, const Checked& b) {
        Checked result;
        result.overflowed_ = a.overflowed_ || b.overflowed_;
        return result;
    }

    Int value_;
    bool overflowed_ = false;
};

}  // namespace facevalue::numbers
