// Values of single hands for Python. A call costs more than the evaluation, so these functions use Python's C
// interface directly: they handle the usual arguments and pass all others to a function in Python.
#include <nanobind/nanobind.h>

#include "casters.hpp"
#include "hands.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "quick.hpp"

namespace nb = nanobind;
using namespace facevalue;
using namespace facevalue::poker;

namespace {

// The base of poker.Strength: the cards, the game and the score. Python's garbage collector does not visit these
// objects, because there are millions of them and a game and a ranking never refer to a strength.
struct PackedStrength {
    PyObject_HEAD PyObject* side;  // a game and a ranking
    Cards hole, board;
    std::uint32_t score;
};

PackedStrength* packed_strength(PyObject* self) { return reinterpret_cast<PackedStrength*>(self); }

PyObject* make_strength(PyTypeObject* type, PyObject* side, Cards hole, Cards board, std::uint32_t score) {
    PyObject* made = PyType_GenericAlloc(type, 0);
    if (made == nullptr) return nullptr;
    PyObject_GC_UnTrack(made);  // every class written in Python is tracked at first
    Py_INCREF(side);
    packed_strength(made)->side = side;
    packed_strength(made)->hole = hole;
    packed_strength(made)->board = board;
    packed_strength(made)->score = score;
    return made;
}

void free_strength(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    Py_XDECREF(packed_strength(self)->side);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

PyObject* side_of(PyObject* self, void*) {
    PyObject* const side = packed_strength(self)->side;
    if (side == nullptr) {  // made by `__new__` alone
        PyErr_SetString(PyExc_AttributeError, "this Strength was not made by poker.evaluate");
        return nullptr;
    }
    Py_INCREF(side);
    return side;
}
PyObject* hole_of(PyObject* self, void*) { return PyLong_FromUnsignedLongLong(packed_strength(self)->hole); }
PyObject* board_of(PyObject* self, void*) { return PyLong_FromUnsignedLongLong(packed_strength(self)->board); }
PyObject* score_of(PyObject* self, void*) { return PyLong_FromUnsignedLong(packed_strength(self)->score); }

PyGetSetDef strength_fields[] = {
    {"_side", side_of, nullptr, nullptr, nullptr},
    {"_hole", hole_of, nullptr, nullptr, nullptr},
    {"_board", board_of, nullptr, nullptr, nullptr},
    {"score", score_of, nullptr, "Greater is stronger; it means something within one ranking only.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyType_Slot strength_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(free_strength)},
    {Py_tp_getset, strength_fields},
    {0, nullptr},
};
PyType_Spec strength_spec = {"facevalue._core._PackedStrength", sizeof(PackedStrength), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, strength_slots};

nb::object new_strength(nb::handle type, nb::handle side, Cards hole, Cards board, std::uint32_t score) {
    PyObject* made = make_strength(reinterpret_cast<PyTypeObject*>(type.ptr()), side.ptr(), hole, board, score);
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
}

QuickFunction value_function, evaluate_function, mask_function;
PyTypeObject* strength_type = nullptr;  // poker.Strength
PyObject* holdem_side = nullptr;

PyObject* value(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    if (count == 1 && names == nullptr) {
        std::optional<Cards> hand;
        if (PyLong_CheckExact(arguments[0])) {
            int beyond = 0;
            hand = static_cast<Cards>(PyLong_AsLongLongAndOverflow(arguments[0], &beyond));
        } else {
            hand = plain_cards(arguments[0]);
        }
        const std::uint16_t found = hand ? hand_value(*hand) : 0;
        if (found != 0) return PyLong_FromLong(found);
    }
    return value_function.pass_on(arguments, count, names);
}

PyObject* evaluate(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    if (count == 1 && names == nullptr) {
        const std::optional<Cards> hand = plain_cards(arguments[0]);
        const std::uint16_t found = hand ? hand_value(*hand) : 0;
        if (found != 0) return make_strength(strength_type, holdem_side, *hand, 0, FIRST_VALUES.back() - found);
    }
    return evaluate_function.pass_on(arguments, count, names);
}

PyObject* mask_of(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    if (count == 1 && names == nullptr) {
        const std::optional<Cards> hand = plain_cards(arguments[0]);
        if (hand) return PyLong_FromUnsignedLongLong(*hand);
    }
    return mask_function.pass_on(arguments, count, names);
}

}  // namespace

void bind_strength(nb::module_& module) {
    const nb::object type = nb::steal(PyType_FromSpec(&strength_spec));
    if (!type.is_valid()) throw nb::python_error();
    module.attr("_PackedStrength") = type;  // hidden from the stub, which cannot describe it
    module.def("new_strength", new_strength, nb::arg("type"), nb::arg("side"), nb::arg("hole"), nb::arg("board"),
               nb::arg("score"));
    module.def("quick_value", [](const nb::object& others) { return value_function.stand_for(others, value); });
    module.def("quick_mask_of", [](const nb::object& others) { return mask_function.stand_for(others, mask_of); });
    module.def("quick_evaluate", [](const nb::object& others, const nb::object& strength, const nb::object& side) {
        strength_type = reinterpret_cast<PyTypeObject*>(nb::object(strength).release().ptr());
        holdem_side = nb::object(side).release().ptr();
        return evaluate_function.stand_for(others, evaluate);
    });
}
