// The puzzles that `generate` yields, a part at a time.
#pragma once

#include "query/numbers/tables.hpp"

namespace facevalue::query {

// The options of `generate`, with a seed; `place` is what the call before returned, or nothing at the start. Puzzles,
// possibly none yet, and the next place, which is null at the end.
Outcome next_puzzles(NumberCall& call);

}  // namespace facevalue::query
