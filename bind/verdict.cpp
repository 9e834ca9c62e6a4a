// Verdicts for Python. They are made by the million, so the core fills them in itself, with Python's own interface.
#include "verdict.hpp"

#include <nanobind/nanobind.h>
#include <structmember.h>

#include <array>
#include <cstddef>
#include <vector>

#include "casters.hpp"

using namespace facevalue::numbers;

namespace {

// The base of facevalue.Verdict. The members are those of a class with slots.
struct PackedVerdict {
    PyObject_HEAD PyObject *reason, *position, *found_by, *submission, *explanation;

    std::array<PyObject**, 5> members() { return {&reason, &position, &found_by, &submission, &explanation}; }
};

PackedVerdict* packed_verdict(PyObject* self) { return reinterpret_cast<PackedVerdict*>(self); }

int visit_members(PyObject* self, visitproc visit, void* arg) {
    for (PyObject** member : packed_verdict(self)->members()) Py_VISIT(*member);
    Py_VISIT(Py_TYPE(self));
    return 0;
}

int clear_members(PyObject* self) {
    for (PyObject** member : packed_verdict(self)->members()) Py_CLEAR(*member);
    return 0;
}

void free_verdict(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    clear_members(self);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

PyMemberDef verdict_members[] = {
    {"reason", T_OBJECT_EX, offsetof(PackedVerdict, reason), 0, nullptr},
    {"position", T_OBJECT_EX, offsetof(PackedVerdict, position), 0, nullptr},
    {"found_by", T_OBJECT_EX, offsetof(PackedVerdict, found_by), 0, nullptr},
    {"_submission", T_OBJECT_EX, offsetof(PackedVerdict, submission), 0, nullptr},
    {"_explanation", T_OBJECT_EX, offsetof(PackedVerdict, explanation), 0, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyType_Slot verdict_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(free_verdict)},
    {Py_tp_traverse, reinterpret_cast<void*>(visit_members)},
    {Py_tp_clear, reinterpret_cast<void*>(clear_members)},
    {Py_tp_members, verdict_members},
    {0, nullptr},
};
PyType_Spec verdict_spec = {"facevalue._core._PackedVerdict", sizeof(PackedVerdict), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, verdict_slots};

// facevalue.Verdict and the members of Reason, in order. They live until the process ends, as modules do.
PyTypeObject* verdict_type = nullptr;
std::array<PyObject*, REASONS.size()> reasons{};

void know_verdict(const nb::object& type, const std::vector<nb::object>& all_reasons) {
    verdict_type = reinterpret_cast<PyTypeObject*>(nb::object(type).release().ptr());
    for (std::size_t i = 0; i < reasons.size(); ++i) reasons[i] = nb::object(all_reasons.at(i)).release().ptr();
}

PyObject* shared(nb::handle object) { return nb::borrow(object).release().ptr(); }

nb::object position_of(std::optional<std::size_t> position) {
    return position ? nb::steal(PyLong_FromSize_t(*position)) : nb::none();
}

nb::object as_tuple(const Submission& submission) {
    const auto& [answer, start, numbers, target, rules, syntax, is_plain] = submission;
    nb::object all = nb::steal(PyTuple_New(6));
    if (!all.is_valid()) throw nb::python_error();
    Py_ssize_t place = 0;
    for (const nb::handle each :
         {nb::handle(answer), nb::handle(start), nb::handle(numbers), nb::handle(target), rules, syntax})
        PyTuple_SetItem(all.ptr(), place++, shared(each));
    if (is_plain) PyObject_GC_UnTrack(all.ptr());
    return all;
}

}  // namespace

nb::object facevalue::numbers::new_verdict(Reason reason, std::optional<std::size_t> position, nb::handle found_by,
                                           const Submission& submission) {
    nb::object content = as_tuple(submission), place = position_of(position);
    PyObject* const made = PyType_GenericAlloc(verdict_type, 0);
    if (made == nullptr || !place.is_valid()) throw nb::python_error();
    // Python's garbage collector need not visit a verdict that no cycle of objects can hold.
    if (submission.is_plain) PyObject_GC_UnTrack(made);
    packed_verdict(made)->reason = shared(reasons[static_cast<std::size_t>(reason)]);
    packed_verdict(made)->position = place.release().ptr();
    packed_verdict(made)->found_by = shared(found_by);
    packed_verdict(made)->submission = content.release().ptr();
    return nb::steal(made);
}

void bind_verdict(nb::module_& module) {
    const nb::object type = nb::steal(PyType_FromSpec(&verdict_spec));
    if (!type.is_valid()) throw nb::python_error();
    module.attr("_PackedVerdict") = type;  // hidden from the stub, which cannot describe it
    module.def("know_verdict", know_verdict, nb::arg("type"), nb::arg("reasons"));
}
