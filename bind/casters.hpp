// Convert Python lists and strings to vectors and strings. nanobind's casters end the process when memory runs out,
// because they may not throw; these raise MemoryError. Inside a tuple or pair a string becomes a std::string_view,
// which the list or tuple keeps alive, so no other sequence is accepted.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/detail/nb_list.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <string>
#include <vector>

namespace nanobind::detail {

template <class Item>
struct type_caster<std::vector<Item>> : list_caster<std::vector<Item>, Item> {
    bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) {
        if (!PyList_Check(source.ptr()) && !PyTuple_Check(source.ptr())) return false;
        const object row = steal(PySequence_Tuple(source.ptr()));
        if (!row.is_valid()) throw python_error();
        const Py_ssize_t size = PyTuple_Size(row.ptr());
        this->value.clear();
        this->value.reserve(static_cast<std::size_t>(size));
        for (Py_ssize_t i = 0; i < size; ++i) {
            make_caster<Item> item;
            if (!item.from_python(PyTuple_GetItem(row.ptr(), i), flags_for_local_caster<Item>(flags), cleanup) ||
                !item.template can_cast<Item>())
                return false;
            this->value.push_back(item.operator cast_t<Item>());
        }
        return true;
    }
};

template <>
struct type_caster<std::string> {
    NB_TYPE_CASTER(std::string, const_name("str"))

    bool from_python(handle source, std::uint32_t, cleanup_list*) {
        if (!PyUnicode_Check(source.ptr())) return false;
        Py_ssize_t size = 0;
        const char* const text = PyUnicode_AsUTF8AndSize(source.ptr(), &size);
        if (text == nullptr) {
            if (PyErr_ExceptionMatches(PyExc_MemoryError)) throw python_error();
            PyErr_Clear();
            return false;
        }
        value.assign(text, static_cast<std::size_t>(size));
        return true;
    }

    static handle from_cpp(const std::string& text, rv_policy, cleanup_list*) noexcept {
        return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
    }
};

}  // namespace nanobind::detail
