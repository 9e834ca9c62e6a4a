// facevalue.Verdict for the core. Verdicts are made by the million, so their base class is written with Python's own
// interface. `fill` is the only place that sets their members, whether the core or Python makes them.
#include "verdict.hpp"

#include <nanobind/nanobind.h>
#include <structmember.h>

#include <array>
#include <cstddef>
#include <vector>

#include "casters.hpp"

using namespace facevalue::numbers;

namespace {

// `content` is the submission, or the explanation of the core as the only item, until somebody reads the explanation,
// which then replaces it.
struct VerdictBase {
    PyObject_HEAD PyObject *reason, *position, *found_by, *content;

    std::array<PyObject**, 4> members() { return {&reason, &position, &found_by, &content}; }
};

VerdictBase* base(PyObject* self) { return reinterpret_cast<VerdictBase*>(self); }

int visit_members(PyObject* self, visitproc visit, void* arg) {
    for (PyObject** member : base(self)->members()) Py_VISIT(*member);
    Py_VISIT(Py_TYPE(self));
    return 0;
}

int clear_members(PyObject* self) {
    for (PyObject** member : base(self)->members()) Py_CLEAR(*member);
    return 0;
}

void free_verdict(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    clear_members(self);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

void fill(PyObject* self, const std::array<nb::handle, 4>& content) {
    const auto members = base(self)->members();
    for (std::size_t i = 0; i < members.size(); ++i) *members[i] = nb::borrow(content[i]).release().ptr();
}

int init_verdict(PyObject* self, PyObject* args, PyObject* /* keywords */) {
    std::array<PyObject*, 4> content{};
    auto& [reason, position, found_by, explanation] = content;
    if (PyArg_UnpackTuple(args, "Verdict", 4, 4, &reason, &position, &found_by, &explanation) == 0) return -1;
    clear_members(self);
    fill(self, {reason, position, found_by, explanation});
    return 0;
}

PyMemberDef verdict_members[] = {
    {"reason", T_OBJECT_EX, offsetof(VerdictBase, reason), READONLY, nullptr},
    {"position", T_OBJECT_EX, offsetof(VerdictBase, position), READONLY, nullptr},
    {"found_by", T_OBJECT_EX, offsetof(VerdictBase, found_by), READONLY, nullptr},
    {"_content", T_OBJECT_EX, offsetof(VerdictBase, content), 0, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyType_Slot verdict_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(free_verdict)},
    {Py_tp_traverse, reinterpret_cast<void*>(visit_members)},
    {Py_tp_clear, reinterpret_cast<void*>(clear_members)},
    {Py_tp_init, reinterpret_cast<void*>(init_verdict)},
    {Py_tp_members, verdict_members},
    {0, nullptr},
};
PyType_Spec verdict_spec = {"facevalue._core._VerdictBase", sizeof(VerdictBase), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, verdict_slots};

// facevalue.Verdict and the members of Reason, in order. They live until the process ends, as modules do.
PyTypeObject* verdict_type = nullptr;
std::array<PyObject*, REASONS.size()> reasons{};

void know_verdict(const nb::object& type, const std::vector<nb::object>& all_reasons) {
    verdict_type = reinterpret_cast<PyTypeObject*>(nb::object(type).release().ptr());
    for (std::size_t i = 0; i < reasons.size(); ++i) reasons[i] = nb::object(all_reasons.at(i)).release().ptr();
}

nb::object as_tuple(const Submission& submission) {
    const auto& [answer, start, numbers, target, rules, syntax, is_plain] = submission;
    nb::object all =
        nb::steal(PyTuple_Pack(6, answer.ptr(), start.ptr(), numbers.ptr(), target.ptr(), rules.ptr(), syntax.ptr()));
    if (!all.is_valid()) throw nb::python_error();
    if (is_plain) PyObject_GC_UnTrack(all.ptr());
    return all;
}

nb::object make_verdict(Reason reason, std::optional<std::size_t> position, nb::handle found_by, nb::handle content,
                        bool is_plain) {
    const nb::object place = position ? nb::steal(PyLong_FromSize_t(*position)) : nb::none();
    PyObject* const made = PyType_GenericAlloc(verdict_type, 0);
    if (made == nullptr || !place.is_valid()) throw nb::python_error();
    // Python's garbage collector need not visit a verdict that no cycle of objects can contain.
    if (is_plain) PyObject_GC_UnTrack(made);
    fill(made, {reasons[static_cast<std::size_t>(reason)], place, found_by, content});
    return nb::steal(made);
}

}  // namespace

nb::object facevalue::numbers::new_verdict(Reason reason, std::optional<std::size_t> position, nb::handle found_by,
                                           const Submission& submission) {
    return make_verdict(reason, position, found_by, as_tuple(submission), submission.is_plain);
}

nb::object facevalue::numbers::new_verdict(const StepsVerdict& verdict) {
    const nb::object content = nb::make_tuple(python_explanation(verdict.explained));
    return make_verdict(verdict.reason, verdict.position, nb::none(), content, true);
}

void bind_verdict(nb::module_& module) {
    const nb::object type = nb::steal(PyType_FromSpec(&verdict_spec));
    if (!type.is_valid()) throw nb::python_error();
    module.attr("_VerdictBase") = type;  // hidden from the stub, which cannot describe it
    module.def("know_verdict", know_verdict, nb::arg("type"), nb::arg("reasons"));
}
