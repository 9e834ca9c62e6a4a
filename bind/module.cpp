// The module facevalue._core: one function for each domain that registers its names.
#include <nanobind/nanobind.h>

#include <cstdlib>
#include <new>
#include <string>

#include "poker/lanes/simd.hpp"
#include "problem.hpp"
#include "text/quoted.hpp"
#include "texts.hpp"
#include "unlocked.hpp"
#include "work/machine.hpp"

namespace nb = nanobind;

void bind_deadline(nb::module_& module);
void bind_lock(nb::module_& module);
void bind_random(nb::module_& module);
void bind_options(nb::module_& module);
void bind_query(nb::module_& module);
void bind_rules(nb::module_& module);
void bind_syntax(nb::module_& module);
void bind_numbers(nb::module_& module);
void bind_labels(nb::module_& module);
void bind_hints(nb::module_& module);
void bind_verdict(nb::module_& module);
void bind_answers(nb::module_& module);
void bind_spelling(nb::module_& module);
void bind_plan(nb::module_& module);
void bind_reach(nb::module_& module);
void bind_steps(nb::module_& module);
void bind_cards(nb::module_& module);
void bind_ranges(nb::module_& module);
void bind_poker(nb::module_& module);
void bind_strength(nb::module_& module);
void bind_showdown(nb::module_& module);
void bind_shares(nb::module_& module);
void bind_equity(nb::module_& module);
void bind_omaha(nb::module_& module);
void bind_pots(nb::module_& module);
void bind_canonical(nb::module_& module);
void bind_draws(nb::module_& module);
void bind_game_cards(nb::module_& module);
void bind_deals(nb::module_& module);
void bind_worth(nb::module_& module);
void bind_dealing(nb::module_& module);
void bind_generator(nb::module_& module);
void bind_refusals(nb::module_& module);

namespace {

// Warns about an unknown FACEVALUE_LANES, or one for another machine, which would be ignored silently.
void warn_of_lanes() {
    const char* wanted = std::getenv("FACEVALUE_LANES");
    if (wanted == nullptr || *wanted == '\0') return;
    std::string usable;
    for (const facevalue::poker::SimdKernels* kernels : facevalue::runnable_lanes<facevalue::poker::SimdKernels>()) {
        if (std::string(wanted) == kernels->name) return;
        usable += (usable.empty() ? "" : ", ") + std::string(kernels->name);
    }
    const nb::object shown = nb::steal(PyUnicode_DecodeFSDefault(wanted));
    const std::string message = "FACEVALUE_LANES is " + std::string(nb::repr(shown).c_str()) +
                                ", which is ignored: this machine runs " + usable;
    if (PyErr_WarnExplicit(PyExc_RuntimeWarning, message.c_str(), "<facevalue>", 1, "facevalue", nullptr) < 0)
        throw nb::python_error();
}

}  // namespace

NB_MODULE(_core, module) {
    module.doc() = "The compiled core of facevalue. Private: use the names of the package.";
    // Caches keep objects of the core until the interpreter exits; these are not leaks.
    nb::set_leak_warnings(false);
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::bad_alloc&) {
            PyErr_NoMemory();
        }
    });
    warn_of_lanes();
    facevalue::close_at_exit();
    module.def("quoted", [](nb::str text) {
        facevalue::numbers::Encoded encoded;
        return facevalue::python_text(facevalue::quoted(facevalue::numbers::view(text, encoded)));
    });
    bind_deadline(module);
    bind_lock(module);
    bind_random(module);
    bind_options(module);
    bind_query(module);
    bind_rules(module);
    bind_syntax(module);
    bind_numbers(module);
    bind_labels(module);
    bind_hints(module);
    bind_verdict(module);
    bind_answers(module);
    bind_spelling(module);
    bind_plan(module);
    bind_reach(module);
    bind_steps(module);
    bind_cards(module);
    bind_game_cards(module);
    bind_ranges(module);
    bind_poker(module);
    bind_strength(module);
    bind_showdown(module);
    bind_shares(module);
    bind_equity(module);
    bind_omaha(module);
    bind_pots(module);
    bind_canonical(module);
    bind_draws(module);
    bind_deals(module);
    bind_worth(module);
    bind_dealing(module);
    bind_generator(module);
    bind_refusals(module);
}
