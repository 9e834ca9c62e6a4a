// The module facevalue._core: one function for each domain that registers its names.
#include <nanobind/nanobind.h>

#include <new>

#include "unlocked.hpp"

namespace nb = nanobind;

void bind_deadline(nb::module_& module);
void bind_rules(nb::module_& module);
void bind_syntax(nb::module_& module);
void bind_numbers(nb::module_& module);
void bind_labels(nb::module_& module);
void bind_answers(nb::module_& module);
void bind_reach(nb::module_& module);
void bind_poker(nb::module_& module);
void bind_equity(nb::module_& module);
void bind_omaha(nb::module_& module);

NB_MODULE(_core, module) {
    module.doc() = "The compiled core of facevalue. Private: use the names of the package.";
    // Caches keep objects of the core until the interpreter exits; that is not a leak.
    nb::set_leak_warnings(false);
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::bad_alloc&) {
            PyErr_NoMemory();
        }
    });
    facevalue::close_at_exit();
    bind_deadline(module);
    bind_rules(module);
    bind_syntax(module);
    bind_numbers(module);
    bind_labels(module);
    bind_answers(module);
    bind_reach(module);
    bind_poker(module);
    bind_equity(module);
    bind_omaha(module);
}
