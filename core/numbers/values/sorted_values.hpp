// SortedValues: collects values in ascending order, each once, with memory for at most about twice as many as remain.
#pragma once

#include <algorithm>
#include <vector>

#include "numbers/exact/ratio.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

class SortedValues {
  public:
    void add(const Number& value) {
        values_.push_back(value);
        if (values_.size() < values_.capacity()) return;
        sort();
        values_.reserve(2 * values_.size() + 1);
    }
    std::vector<Number> take() {
        sort();
        return std::move(values_);
    }

  private:
    void sort() {
        sort_items(values_);
        values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
    }

    std::vector<Number> values_;
};

}  // namespace facevalue::numbers
