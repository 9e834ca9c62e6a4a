// Matrix: a square matrix of numbers; and the exact inverse of one with whole numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "numbers/exact/big.hpp"

namespace facevalue::poker {

// By columns, so that a sum of columns takes whole vectors.
template <class Number>
class Matrix {
  public:
    explicit Matrix(std::size_t size) : size_(size), cells_(size * size) {}

    std::size_t size() const { return size_; }
    const std::vector<Number>& cells() const { return cells_; }
    Number& at(std::size_t row, std::size_t column) { return cells_[column * size_ + row]; }
    const Number& at(std::size_t row, std::size_t column) const { return cells_[column * size_ + row]; }
    // The product with a vector, plus another vector.
    std::vector<Number> times(const std::vector<Number>& vector, std::vector<Number> sum) const {
        for (std::size_t column = 0; column < size_; ++column) {
            const Number& factor = vector[column];
            if (factor == Number(0)) continue;
            const Number* const cells = cells_.data() + column * size_;
            for (std::size_t row = 0; row < size_; ++row) sum[row] = sum[row] + factor * cells[row];
        }
        return sum;
    }

  private:
    std::size_t size_;
    std::vector<Number> cells_;
};

// The inverse of a matrix is `parts` divided by `whole`, which is above 0.
struct Inverse {
    Matrix<numbers::BigInt> parts;
    numbers::BigInt whole;
};

// By Gauss-Jordan elimination without fractions (Bareiss, "Sylvester's identity and multistep integer-preserving
// Gaussian elimination", 1968). Nothing if there is no inverse.
std::optional<Inverse> inverse(Matrix<numbers::BigInt> matrix);

}  // namespace facevalue::poker
