// PuzzleGenerator: different puzzles that match filters, each with its labels.
//
// All puzzles that the options allow are numbered (puzzle_space.hpp). The seed decides the order in which they are
// labelled, and those that match are kept. So a puzzle depends only on the options, the seed and its position, and any
// part of the order can be made without the rest. Puzzles that differ only by the order of their numbers count as one.
//
// Percentiles for language models are within the options: how many of the solvable ones of the first 1000 puzzles are
// easier. A short version in Python, with the same result: slow_matches in tests/puzzle/make/test_generate.py.
//
// Threads may share a generator. It takes as long as labelling the puzzles (labels.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "numbers/deal/deck.hpp"
#include "numbers/deal/filters.hpp"
#include "numbers/deal/generate_options.hpp"
#include "numbers/deal/puzzle_space.hpp"
#include "numbers/labels/labels.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

// Puzzles of one size.
struct LabelledPuzzles {
    SpaceRows puzzles;
    Labels labels;
    std::vector<std::int32_t>
        for_models{};  // percentiles for language models in hundredths; empty unless they are rated

    std::size_t size() const { return puzzles.targets.size(); }
    FilterLabel seen(std::size_t row) const;  // by filters
    // Drops all other rows.
    void keep(const std::vector<std::size_t>& rows);
};

// The rules of generated puzzles; `size` is how many numbers they need, if they say so.
struct PuzzleRules {
    std::string name;
    std::optional<std::size_t> size;
    Rules rules;
    Deck deck;
};

class PuzzleGenerator {
  public:
    using Batch = std::vector<LabelledPuzzles>;  // an item for each size

    static Expected<PuzzleGenerator> make(PuzzleRules rules, const GenerateOptions& options, const Stop& stop);

    // How many puzzles there are to choose from, matching or not.
    std::uint64_t count() const { return space_.count(); }
    const Targets& targets() const { return targets_; }
    // Are percentiles those for language models?
    bool rates_models() const { return rates_models_; }

    // The matching puzzles at the positions from `first` to below `last`, with the simplest solutions if these are
    // wanted. What is returned after a stop must not be used.
    Expected<Batch> matching(std::uint64_t seed, std::uint64_t first, std::uint64_t last, bool simplest,
                             std::size_t workers, const Stop& stop) const;

    // The next matching puzzles, possibly none yet, and `place` is the one after them; nothing at the end. `needed` is
    // the number requested, as messages write it.
    Expected<std::optional<Batch>> next(std::uint64_t seed, SearchPlace& place, const std::string& needed,
                                        std::size_t workers, const Stop& stop) const;

  private:
    // The sorted scores for language models of the first puzzles with a solution, once somebody needs them.
    struct Sample {
        std::atomic<const std::vector<std::int64_t>*> scores{nullptr};
        ~Sample() { delete scores.load(); }
    };

    PuzzleGenerator(PuzzleRules rules, const GenerateOptions& options, PuzzleSpace space);

    Expected<LabelledPuzzles> labelled(SpaceRows rows, bool simplest, std::size_t workers, const Stop& stop) const;
    // Adds percentiles for language models.
    std::optional<Problem> rate(LabelledPuzzles& found, std::size_t workers, const Stop& stop) const;
    // The score for language models of each puzzle with a solution; its simplest one is known.
    Expected<std::vector<std::int64_t>> scores_of(const LabelledPuzzles& found, std::size_t workers,
                                                  const Stop& stop) const;
    Expected<std::vector<std::int64_t>> sample_scores(const Stop& stop) const;
    // The error of a search at its end.
    Problem too_few(const SearchPlace& place, const std::string& needed, const Stop& stop) const;

    PuzzleRules rules_;
    Targets targets_;
    PuzzleFilters filters_;
    bool rates_models_;
    PuzzleSpace space_;
    std::unique_ptr<Sample> sample_ = std::make_unique<Sample>();
};

}  // namespace facevalue::numbers
