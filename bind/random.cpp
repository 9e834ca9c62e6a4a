// Random words for Python.
#include <numeric>

#include "translation.hpp"
#include "work/shuffle.hpp"

using namespace facevalue;

namespace {

using StateArray = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using WordArray = nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>>;

std::uint64_t mixed_word(std::uint64_t state) { return SplitMix64(state).next(); }

WordArray mix_many(const StateArray& states) {
    std::vector<std::uint64_t> words(states.shape(0));
    std::transform(states.data(), states.data() + words.size(), words.begin(), mixed_word);
    const std::size_t count = words.size();
    return array_of<WordArray>(std::move(words), {count});
}

// The places of so many items in a random order.
std::vector<std::size_t> random_order(SplitMix64& words, std::size_t count) {
    std::vector<std::size_t> places(count);
    std::iota(places.begin(), places.end(), 0);
    shuffle(places, words);
    return places;
}

}  // namespace

void bind_random(nb::module_& module) {
    nb::class_<SplitMix64>(module, "SplitMix64", "Random 64-bit words without end; `state` determines all of them.")
        .def(nb::init<std::uint64_t>(), nb::arg("state"))
        .def_prop_ro("state", &SplitMix64::state)
        .def("__iter__", [](nb::handle_t<SplitMix64> words) { return words; })
        .def("__next__", &SplitMix64::next)
        .def(
            "below",
            [](SplitMix64& words, std::uint64_t bound) {
                require(bound > 0, "expected a bound above 0");
                return words.below(bound);
            },
            nb::arg("bound"))
        .def("order", random_order, nb::arg("count"));
    module.def("mix64", mixed_word, nb::arg("state"));
    module.def("mix64_many", mix_many, nb::arg("states"));
}
