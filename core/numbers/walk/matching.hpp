// Matching: gives each row one of its candidates, none of them twice, to as many rows as possible.
//
// Augmenting paths (Kuhn), breadth first: rows times the candidates of all rows at worst. Earlier rows and earlier
// candidates are preferred where the number of rows allows it. Once the pulse has stopped, results are invalid.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "work/pulse.hpp"

namespace facevalue::numbers {

inline constexpr std::size_t UNMATCHED = static_cast<std::size_t>(-1);

// The candidate of each row, or UNMATCHED. Candidates are numbers below `count`.
inline std::vector<std::size_t> matched(const std::vector<std::vector<std::size_t>>& rows, std::size_t count,
                                        Pulse& pulse) {
    std::vector<std::size_t> candidate_of(rows.size(), UNMATCHED), row_of(count, UNMATCHED);
    for (std::size_t start = 0; start < rows.size() && !pulse.stopped(); ++start) {
        std::vector<std::size_t> queue{start}, reached_from(count, UNMATCHED);
        std::size_t free = UNMATCHED;
        for (std::size_t at = 0; at < queue.size() && free == UNMATCHED; ++at)
            for (const std::size_t candidate : rows[queue[at]]) {
                pulse.spend(1);
                if (reached_from[candidate] != UNMATCHED) continue;
                reached_from[candidate] = queue[at];
                if (row_of[candidate] == UNMATCHED) {
                    free = candidate;
                    break;
                }
                queue.push_back(row_of[candidate]);
            }
        while (free != UNMATCHED) {  // each row on the path takes the candidate it was reached by
            const std::size_t row = reached_from[free];
            row_of[free] = row;
            std::swap(free, candidate_of[row]);
            if (row == start) break;
        }
    }
    return candidate_of;
}

}  // namespace facevalue::numbers
