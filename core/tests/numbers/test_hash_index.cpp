#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "numbers/values/hash_index.hpp"
#include "work/splitmix.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

// Elements with their hashes, as those who use an index keep them.
struct Elements {
    std::vector<std::uint64_t> values, hashes;
    HashIndex index;

    std::uint32_t find(std::uint64_t value, std::uint64_t hash) const {
        return index.find(hash, [&](std::uint32_t place) { return values[place] == value; });
    }
    void add(std::uint64_t value, std::uint64_t hash) {
        values.push_back(value);
        hashes.push_back(hash);
        index.add(hash);
    }
};

}  // namespace

TEST_CASE("each element is found at its place however much the index has grown") {
    Elements elements;
    for (std::uint64_t value = 0; value < 50'000; ++value) {
        CHECK_EQ(HashIndex::NONE, elements.find(value, mixed(value)));
        elements.add(value, mixed(value));
        CHECK_EQ(value, elements.find(value, mixed(value)));
    }
    CHECK_EQ(50'000, elements.index.size());
    for (std::uint64_t value = 0; value < 50'000; ++value) CHECK_EQ(value, elements.find(value, mixed(value)));
}

TEST_CASE("elements with the same hash, or the same half of it, are told apart") {
    for (const std::uint64_t step : {std::uint64_t{0}, std::uint64_t{1} << 32, std::uint64_t{128}}) {
        Elements elements;
        const auto hash = [&](std::uint64_t value) { return 127 + value * step; };  // the last of the first slots
        for (std::uint64_t value = 0; value < 1000; ++value) elements.add(value, hash(value));
        for (std::uint64_t value = 0; value < 1000; ++value) CHECK_EQ(value, elements.find(value, hash(value)));
        CHECK_EQ(HashIndex::NONE, elements.find(1000, hash(1000)));
    }
}

TEST_CASE("a cleared index is empty, and can be filled again") {
    Elements elements;
    elements.add(7, 7);
    elements.index.clear();
    CHECK_EQ(0, elements.index.size());
    CHECK_EQ(HashIndex::NONE, elements.find(7, 7));
    elements.index.add(7);
    CHECK_EQ(0, elements.find(7, 7));
}
