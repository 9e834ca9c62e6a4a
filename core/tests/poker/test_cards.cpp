// Cards: their strings, and the renaming of suits, compared with all 24 renamings.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>

#include "poker/cards/canonical.hpp"
#include "poker/cards/card_text.hpp"

using namespace facevalue::poker;

TEST_CASE("cards are written with the highest first") {
    CHECK(text_of(card(12, 3) | card(0, 0) | card(12, 2) | card(8, 1)) == "AsAhTd2c");
    CHECK(text_of(0).empty());
}

TEST_CASE("canonical cards are the largest of all renamings") {
    using Streets = std::array<Cards, 4>;
    std::mt19937_64 random(7);
    for (int round = 0; round < 2000; ++round) {
        Streets streets{};
        for (Cards& street : streets) street = random() & random() & random() & FULL_DECK;
        std::array<int, SUITS> names{0, 1, 2, 3};
        Streets largest{};
        do {
            Streets renamed{};
            for (std::size_t street = 0; street < streets.size(); ++street)
                for (int suit = 0; suit < SUITS; ++suit)
                    renamed[street] |= Cards{ranks_of_suit(streets[street], suit)} << RANKS * names[suit];
            largest = std::max(largest, renamed);
        } while (std::ranges::next_permutation(names).found);
        CHECK(canonical(streets) == largest);
    }
}
