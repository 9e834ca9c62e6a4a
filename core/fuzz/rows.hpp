// The syntaxes and rules from Python to test. tools/soak.py writes them to the file that FACEVALUE_ROWS names.
#pragma once

#include <cstdlib>
#include <stdexcept>

#include "soak/rows.hpp"

namespace facevalue::fuzz {

inline const soak::Rows& rows() {
    static const soak::Rows all = [] {
        const char* path = std::getenv("FACEVALUE_ROWS");
        if (path == nullptr) throw std::runtime_error("set FACEVALUE_ROWS (see core/fuzz/README.md)");
        return soak::read_rows(path);
    }();
    return all;
}

}  // namespace facevalue::fuzz
