// Reach for Python: bytes for one choice of numbers, an array for many.
#include "numbers/reach/reach.hpp"
#include "puzzle_translation.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

using Reached = nb::ndarray<std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Limits = std::pair<std::int64_t, std::int64_t>;  // low, high

nb::bytes reached_of(const std::vector<Pair>& given, const Rules& rules, const Limits& limits) {
    const Choices choices{exact_numbers(given), given.size()};
    const Targets targets{limits.first, limits.second};
    std::vector<std::uint8_t> reached(targets.count());
    std::atomic<std::size_t> done{0};
    interruptible([&] { return reach(choices, rules, targets, 1, interrupted, done, reached.data()); });
    return nb::bytes(reached.data(), reached.size());
}

void reach_into(const Matrix& rows, const Rules& rules, const Limits& limits, std::size_t workers,
                const Reached& reached, const nb::object& progress) {
    Choices choices{{}, rows.shape(1)};
    for (std::size_t i = 0; i < rows.shape(0); ++i)
        for (std::size_t j = 0; j < rows.shape(1); ++j) choices.numbers.push_back({rows(i, j), 1});
    const Targets targets{limits.first, limits.second};
    require(reached.shape(0) == rows.shape(0) && reached.shape(1) == targets.count(), "a place for every target");
    std::atomic<std::size_t> done{0};
    const auto stop = [&] {
        if (interrupted()) return true;
        const nb::gil_scoped_acquire lock;
        return !reported(progress, done.load());
    };
    interruptible([&] { return reach(choices, rules, targets, workers, stop, done, reached.data()); });
}

}  // namespace

void bind_reach(nb::module_& module) {
    // Do all choices share tables of whole values?
    module.def(
        "reaches_whole",
        [](const std::vector<Pair>& given, const Rules& rules, const Limits& limits) {
            return reach_method(exact_numbers(given), rules, {limits.first, limits.second}) == ReachMethod::Whole;
        },
        nb::arg("numbers"), nb::arg("rules"), nb::arg("limits"));
    module.def("reach", reached_of, nb::arg("numbers"), nb::arg("rules"), nb::arg("limits"));
    module.def("reach_into", reach_into, nb::arg("rows"), nb::arg("rules"), nb::arg("limits"), nb::arg("workers"),
               nb::arg("reached"), nb::arg("progress").none());
}
