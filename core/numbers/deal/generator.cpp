#include "numbers/deal/generator.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "numbers/answers/explain/sentences.hpp"
#include "numbers/difficulty/difficulty.hpp"
#include "numbers/plan/refusals.hpp"
#include "text/cost.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

namespace {

constexpr std::uint64_t SAMPLED = 1000;  // puzzles that percentiles for language models compare with

PuzzleRows rows_of(const SpaceRows& puzzles) { return {puzzles.numbers.data(), puzzles.width, puzzles.targets}; }

}  // namespace

FilterLabel LabelledPuzzles::seen(std::size_t row) const {
    const Label& label = labels.rows[row];
    if (!label.solvable) return {0, label.needs_fraction, std::numeric_limits<double>::quiet_NaN()};
    return {label.solutions, label.needs_fraction, (for_models.empty() ? label.percentile : for_models[row]) / 100.0};
}

void LabelledPuzzles::keep(const std::vector<std::size_t>& rows) {
    const std::size_t width = puzzles.width;
    for (std::size_t to = 0; to < rows.size(); ++to) {
        const std::size_t from = rows[to];
        puzzles.positions[to] = puzzles.positions[from];
        puzzles.targets[to] = puzzles.targets[from];
        for (std::size_t i = 0; i < width; ++i) puzzles.numbers[to * width + i] = puzzles.numbers[from * width + i];
        if (to != from) labels.copy(from, to);
        if (!for_models.empty()) for_models[to] = for_models[from];
    }
    puzzles.positions.resize(rows.size());
    puzzles.targets.resize(rows.size());
    puzzles.numbers.resize(rows.size() * width);
    labels.rows.resize(rows.size());
    if (!labels.simplest.empty()) labels.simplest.resize(rows.size());
    if (!for_models.empty()) for_models.resize(rows.size());
}

PuzzleGenerator::PuzzleGenerator(PuzzleRules rules, const GenerateOptions& options, PuzzleSpace space)
    : rules_(std::move(rules)),
      targets_(options.space.targets),
      filters_(options.filters),
      rates_models_(options.rates_models),
      space_(std::move(space)) {}

Expected<PuzzleGenerator> PuzzleGenerator::make(PuzzleRules rules, const GenerateOptions& options, const Stop& stop) {
    SpaceOptions of_space = options.space;
    of_space.keeps_order = !rules.rules.any_order;
    auto space = PuzzleSpace::make(rules.deck, of_space, stop);
    if (!space) return std::move(space.problem());
    return PuzzleGenerator(std::move(rules), options, std::move(*space));
}

Expected<LabelledPuzzles> PuzzleGenerator::labelled(SpaceRows rows, bool simplest, std::size_t workers,
                                                    const Stop& stop) const {
    const Rules& rules = rules_.rules;
    if (rules.has_functions()) return no_functions(rules_.name);
    if (auto problem = size_problem(rows.width, rules_.size, rules_.name, rules.join && rules.any_order))
        return *std::move(problem);
    const BatchBounds bounds = bounds_of(rows.numbers, rows.width, rows.targets);
    if (auto problem = batch_problem(bounds, rules, Distinct::Essential, Find::First, USUAL_LIMIT, false, stop))
        return *std::move(problem);
    LabelledPuzzles found{std::move(rows), {}};
    const Wishes wishes{.simplest = simplest || rates_models_};
    found.labels = label(rows_of(found.puzzles), rules, models_for(rules), workers, stop, wishes);
    if (found.labels.status == SearchStatus::TooLarge) return too_much_problem(too_many_in_batch(false));
    return found;
}

Expected<std::vector<std::int64_t>> PuzzleGenerator::scores_of(const LabelledPuzzles& found, std::size_t workers,
                                                               const Stop& stop) const {
    return scores_for_language_models(rows_of(found.puzzles), found.labels, rules_.rules, USUAL_LIMIT, false, workers,
                                      stop);
}

Expected<std::vector<std::int64_t>> PuzzleGenerator::sample_scores(const Stop& stop) const {
    if (const auto* known = sample_->scores.load()) return *known;
    auto all = std::make_unique<std::vector<std::int64_t>>();
    Pulse pulse(stop);
    const Stop inner = pulse.inner();
    for (SpaceRows& rows : space_.rows(0, 0, std::min(space_.count(), SAMPLED), inner)) {
        const auto found = labelled(std::move(rows), true, 1, inner);
        if (!found) return found.problem();
        if (found->labels.status != SearchStatus::Ready) return *all;
        const auto scores = scores_of(*found, 1, inner);
        if (!scores) return scores.problem();
        all->insert(all->end(), scores->begin(), scores->end());
    }
    sort_items(*all);
    if (pulse.stopped()) return *all;
    // Another thread may have been first.
    const std::vector<std::int64_t>* none = nullptr;
    if (sample_->scores.compare_exchange_strong(none, all.get())) return *all.release();
    return *all;
}

std::optional<Problem> PuzzleGenerator::rate(LabelledPuzzles& found, std::size_t workers, const Stop& stop) const {
    const auto scores = scores_of(found, workers, stop);
    if (!scores) return scores.problem();
    const auto sample = sample_scores(stop);
    if (!sample) return sample.problem();
    found.for_models.assign(found.size(), 0);
    std::size_t place = 0;
    for (std::size_t row = 0; row < found.size() && place < scores->size(); ++row) {
        if (!found.labels.rows[row].solvable) continue;
        const auto easier = std::ranges::lower_bound(*sample, (*scores)[place++]) - sample->begin();
        found.for_models[row] = static_cast<std::int32_t>(easier * 10'000 / std::max(std::ssize(*sample), 1L));
    }
    return std::nullopt;
}

Expected<PuzzleGenerator::Batch> PuzzleGenerator::matching(std::uint64_t seed, std::uint64_t first, std::uint64_t last,
                                                           bool simplest, std::size_t workers, const Stop& stop) const {
    Batch batch;
    // Without solvable puzzles, no puzzle has a simplest solution.
    const bool finds_simplest = simplest && filters_.solvable.value_or(true);
    for (SpaceRows& rows : space_.rows(seed, first, last, stop)) {
        auto found = labelled(std::move(rows), finds_simplest, workers, stop);
        if (!found) return std::move(found.problem());
        if (found->labels.status != SearchStatus::Ready) return batch;
        if (rates_models_)
            if (auto problem = rate(*found, workers, stop)) return *std::move(problem);
        std::vector<std::size_t> kept;
        for (std::size_t row = 0; row < found->size(); ++row)
            if (filters_.matches(found->seen(row))) kept.push_back(row);
        found->keep(kept);
        found->labels.simplest.resize(simplest ? kept.size() : 0);
        batch.push_back(std::move(*found));
    }
    return batch;
}

Problem PuzzleGenerator::too_few(const SearchPlace& place, const std::string& needed, const Stop& stop) const {
    std::vector<FilterLabel> labels;
    if (needs_labels(filters_, count()))
        for (SpaceRows& rows : space_.rows(0, 0, count(), stop)) {
            auto found = labelled(std::move(rows), false, 1, stop);
            if (!found) return std::move(found.problem());
            if (found->labels.status != SearchStatus::Ready) break;
            if (rates_models_)
                if (auto problem = rate(*found, 1, stop)) return *std::move(problem);
            for (std::size_t row = 0; row < found->size(); ++row) labels.push_back(found->seen(row));
        }
    return too_few_puzzles(filters_, place, count(), needed, labels);
}

Expected<std::optional<PuzzleGenerator::Batch>> PuzzleGenerator::next(std::uint64_t seed, SearchPlace& place,
                                                                      const std::string& needed, std::size_t workers,
                                                                      const Stop& stop) const {
    const bool is_last = place.start == count();
    if (place.needed == place.found || (is_last && place.found > 0 && !place.needed)) return std::optional<Batch>();
    if (is_fruitless(place, count())) return too_few(place, needed, stop);
    const std::uint64_t end = std::min(place.start + next_batch(place), count());
    auto batch = matching(seed, place.start, end, false, workers, stop);
    if (!batch) return std::move(batch.problem());
    std::vector<std::int64_t> positions;
    for (const LabelledPuzzles& found : *batch)
        positions.insert(positions.end(), found.puzzles.positions.begin(), found.puzzles.positions.end());
    if (place.needed && positions.size() > *place.needed - place.found) {
        sort_items(positions);
        positions.resize(static_cast<std::size_t>(*place.needed - place.found));
        for (LabelledPuzzles& found : *batch) {
            std::vector<std::size_t> kept;
            for (std::size_t row = 0; row < found.size(); ++row)
                if (found.puzzles.positions[row] <= positions.back()) kept.push_back(row);
            found.keep(kept);
        }
    }
    place.start = end;
    place.found += positions.size();
    if (!positions.empty()) place.last_match = end;
    return std::optional(std::move(*batch));
}

}  // namespace facevalue::numbers
