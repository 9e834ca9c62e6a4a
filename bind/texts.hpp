// Reads Python strings and lists without copying them.
#pragma once

#include <nanobind/nanobind.h>

#include <forward_list>
#include <string>
#include <string_view>

namespace facevalue::numbers {

namespace nb = nanobind;

// Copies of strings that are not valid UTF-8 (lone surrogates); all others are read in place.
using Encoded = std::forward_list<std::string>;

inline std::string_view view(nb::handle text, Encoded& encoded) {
    Py_ssize_t size = 0;
    if (const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size)) return {data, static_cast<std::size_t>(size)};
    PyErr_Clear();
    const nb::object bytes = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
    if (!bytes.is_valid()) throw nb::python_error();
    encoded.emplace_front(PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr())));
    return encoded.front();
}

// A list or a tuple. Its items are borrowed, so no Python code may run meanwhile.
class Items {
  public:
    explicit Items(nb::handle row) : row_(row.ptr()), is_list_(PyList_Check(row_)) {
        size_ = is_list_ ? PyList_Size(row_) : PyTuple_Check(row_) ? PyTuple_Size(row_) : -1;
    }
    bool is_row() const { return size_ >= 0; }
    std::size_t size() const { return static_cast<std::size_t>(size_); }
    nb::handle operator[](std::size_t i) const {
        const auto place = static_cast<Py_ssize_t>(i);
        return is_list_ ? PyList_GetItem(row_, place) : PyTuple_GetItem(row_, place);
    }

  private:
    PyObject* row_;
    bool is_list_;
    Py_ssize_t size_;
};

// A copy of a list or tuple, because another thread may change it while the lock is released.
inline nb::object kept(nb::handle row) {
    if (!Items(row).is_row()) return nb::borrow(row);
    nb::object items = nb::steal(PySequence_Tuple(row.ptr()));
    if (!items.is_valid()) throw nb::python_error();
    return items;
}

}  // namespace facevalue::numbers
