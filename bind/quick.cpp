#include "quick.hpp"

#include "casters.hpp"

namespace nb = nanobind;

namespace facevalue {

namespace {

// The signature of a function without types, such as "(hand, board='')".
std::string signature_of(const nb::object& function) {
    const nb::module_ inspect = nb::module_::import_("inspect");
    const nb::object nothing = inspect.attr("Parameter").attr("empty");
    nb::list parameters;
    for (const nb::handle each : inspect.attr("signature")(function).attr("parameters").attr("values")())
        parameters.append(each.attr("replace")(nb::arg("annotation") = nothing));
    return nb::cast<std::string>(nb::str(inspect.attr("Signature")(parameters)));
}

}  // namespace

nb::object QuickFunction::stand_for(const nb::object& others, Call call) {
    const nb::object module_name = others.attr("__module__");
    others_ = nb::object(others).release().ptr();
    name_ = nb::cast<std::string>(others.attr("__name__"));
    const nb::object documentation = others.attr("__doc__");  // None under `python -OO`
    text_ = name_ + signature_of(others) + "\n--\n\n";
    if (!documentation.is_none()) text_ += nb::cast<std::string>(documentation);
    method_ = {name_.c_str(), reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call)),
               METH_FASTCALL | METH_KEYWORDS, text_.c_str()};
    // Bound to its module, so that it is pickled by its name.
    const nb::object home = nb::module_::import_(nb::cast<std::string>(module_name).c_str());
    return nb::steal(PyCFunction_NewEx(&method_, home.ptr(), module_name.ptr()));
}

PyObject* QuickFunction::pass_on(PyObject* const* arguments, Py_ssize_t count, PyObject* names) const {
    const Py_ssize_t named = names == nullptr ? 0 : PyTuple_Size(names);
    const nb::object positional = nb::steal(PyTuple_New(count));
    const nb::object keywords = nb::steal(PyDict_New());
    if (!positional.is_valid() || !keywords.is_valid()) return nullptr;
    for (Py_ssize_t i = 0; i < count; ++i) {
        Py_INCREF(arguments[i]);
        PyTuple_SetItem(positional.ptr(), i, arguments[i]);
    }
    for (Py_ssize_t i = 0; i < named; ++i)
        if (PyDict_SetItem(keywords.ptr(), PyTuple_GetItem(names, i), arguments[count + i]) != 0) return nullptr;
    return PyObject_Call(others_, positional.ptr(), keywords.ptr());
}

}  // namespace facevalue
