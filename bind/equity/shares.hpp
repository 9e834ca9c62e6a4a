// The results of equities as objects of Python.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "poker/pot/equities.hpp"

namespace facevalue {

// The strings of ranges are only made when somebody reads them. All players have names, or none.
nanobind::object python_equity(const poker::Game& game, const std::vector<poker::Player>& players,
                               const std::vector<std::string>& names, const poker::Equity& equity);

}  // namespace facevalue
