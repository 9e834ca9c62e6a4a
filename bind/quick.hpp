// QuickFunction: a Python function whose usual calls the core handles itself, in 0.1 us; the Python function behind it
// handles all others.
//
// nanobind would take longer to convert the arguments than the core takes for a hand, so these functions use Python's C
// interface. They must not throw.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace facevalue {

class QuickFunction {
  public:
    // The arguments of a call with METH_FASTCALL and METH_KEYWORDS: positional ones, then those with names.
    using Call = PyObject* (*)(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names);

    // Returns what Python calls: `call`, with the name, signature and documentation of `others`, which gets the calls
    // passed on.
    nanobind::object stand_for(const nanobind::object& others, Call call);

    PyObject* pass_on(PyObject* const* arguments, Py_ssize_t count, PyObject* names) const;

  private:
    // It lives until the process ends, like the functions of a module.
    PyObject* others_ = nullptr;
    std::string name_, text_;
    PyMethodDef method_{};
};

// The one argument of a call that has a name: nullptr if there is none. False if there are several, or it has another
// name.
inline bool only_named(const char* name, PyObject* names, PyObject* const* named, PyObject*& found) {
    found = nullptr;
    if (names == nullptr || PyTuple_Size(names) == 0) return true;
    if (PyTuple_Size(names) > 1 || PyUnicode_CompareWithASCIIString(PyTuple_GetItem(names, 0), name) != 0) return false;
    found = named[0];
    return true;
}

}  // namespace facevalue
