#include "poker/push_fold/matrix.hpp"

#include <utility>

namespace facevalue::poker {

using numbers::BigInt;

std::optional<Inverse> inverse(Matrix<BigInt> matrix) {
    const std::size_t size = matrix.size();
    Matrix<BigInt> parts(size);
    for (std::size_t place = 0; place < size; ++place) parts.at(place, place) = 1;
    const auto both = {&matrix, &parts};
    BigInt whole = 1;
    for (std::size_t place = 0; place < size; ++place) {
        std::size_t pivot = place;
        while (pivot < size && matrix.at(pivot, place).is_zero()) ++pivot;
        if (pivot == size) return std::nullopt;
        for (Matrix<BigInt>* const made : both)
            for (std::size_t column = 0; column < size; ++column)
                std::swap(made->at(place, column), made->at(pivot, column));
        const BigInt head = matrix.at(place, place);
        for (std::size_t row = 0; row < size; ++row) {
            if (row == place) continue;
            const BigInt factor = matrix.at(row, place);
            for (Matrix<BigInt>* const made : both)
                for (std::size_t column = 0; column < size; ++column) {
                    BigInt& cell = made->at(row, column);
                    cell = (head * cell - factor * made->at(place, column)) / whole;
                }
        }
        whole = head;
    }
    if (whole.is_negative()) {
        whole = -whole;
        for (std::size_t row = 0; row < size; ++row)
            for (std::size_t column = 0; column < size; ++column) parts.at(row, column) = -parts.at(row, column);
    }
    return Inverse{std::move(parts), std::move(whole)};
}

}  // namespace facevalue::poker
