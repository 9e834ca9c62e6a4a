// Tables that Python loads when they are needed first, and keeps. May be called without Python's lock.
#pragma once

#include "poker/equity/matchup_table.hpp"
#include "poker/omaha/omaha_order.hpp"
#include "poker/pot/equities.hpp"
#include "translation.hpp"

namespace facevalue {

inline const poker::OmahaOrder* loaded_omaha_order(int cards) {
    const nb::gil_scoped_acquire lock;
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    return nb::cast<const poker::OmahaOrder*>(
        nb::module_::import_("facevalue.poker.ranges.omaha_order").attr("core_order")(cards));
}

// nullptr if it is neither needed nor loaded.
inline const poker::MatchupTable* loaded_matchups(bool is_needed, nb::handle progress) {
    const nb::gil_scoped_acquire lock;
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    const nb::object table =
        nb::module_::import_("facevalue.poker.equities.preflop").attr("table_if")(is_needed, progress);
    return table.is_none() ? nullptr : nb::cast<const poker::MatchupTable*>(table);
}

// What Python counts. `progress` is called while the table of match-ups is computed.
inline poker::Counting counting_with(nb::handle progress) {
    return {.matchups = [progress](const poker::PotDeal& deal) {
        return poker::lookup_in(loaded_matchups(poker::needs_matchups(deal), progress));
    }};
}

}  // namespace facevalue
