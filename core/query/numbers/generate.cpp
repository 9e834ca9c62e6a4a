#include "query/numbers/generate.hpp"

#include <limits>

#include "numbers/deal/generator.hpp"
#include "query/values.hpp"
#include "text/options.hpp"
#include "work/sorting.hpp"

namespace facevalue::query {

using namespace numbers;

namespace {

constexpr std::int64_t LARGEST = std::numeric_limits<std::int64_t>::max();

// How many puzzles were labelled and found, and up to where there was a match.
Expected<SearchPlace> search_place(const NumberCall& call) {
    SearchPlace place;
    if (call.has("count")) {
        const Argument& count = call.argument("count");
        const bool is_whole = count.kind == Argument::Kind::Whole;
        if (!is_whole || saturated(count) < 1) return wrong_whole_number("count", count, "1", "");
        place.needed = static_cast<std::uint64_t>(saturated(count));
    }
    const Argument& given = call.argument("place");
    if (given.items.size() != 3) return place;
    std::uint64_t* const parts[] = {&place.start, &place.found, &place.last_match};
    for (std::size_t i = 0; i < given.items.size(); ++i) {
        const auto part = whole_number("place", given.items[i], 0, LARGEST);
        if (!part) return part.problem();
        *parts[i] = static_cast<std::uint64_t>(*part);
    }
    return place;
}

void write_puzzle(JsonWriter& json, const SpaceRows& rows, std::size_t row) {
    json.begin_object().key("numbers").begin_list();
    for (std::size_t i = 0; i < rows.width; ++i) json.value(rows.numbers[row * rows.width + i]);
    json.end_list().key("target").value(rows.targets[row]).end_object();
}

// In the order of their positions.
void write_puzzles(JsonWriter& json, const PuzzleGenerator::Batch& batch) {
    std::vector<std::pair<std::int64_t, std::pair<const SpaceRows*, std::size_t>>> order;
    for (const LabelledPuzzles& found : batch)
        for (std::size_t row = 0; row < found.size(); ++row)
            order.push_back({found.puzzles.positions[row], {&found.puzzles, row}});
    sort_items(order);
    json.begin_list();
    for (const auto& [position, place] : order) write_puzzle(json, *place.first, place.second);
    json.end_list();
}

}  // namespace

Outcome next_puzzles(NumberCall& call) {
    Argument options{Argument::Kind::Object};
    for (std::size_t i = 0; i < call.arguments.names.size(); ++i) {
        const std::string& name = call.arguments.names[i];
        if (name == "seed" || name == "count" || name == "place") continue;
        options.names.push_back(name);
        options.items.push_back(call.arguments.items[i]);
    }
    const auto seed = read_seed(call.argument("seed"));
    if (!seed) return seed.problem();
    auto place = search_place(call);
    if (!place) return place.problem();
    const auto generator = call.tables.generator(options, call.options.stop);
    if (!generator) return generator.problem();
    JsonWriter& json = call.json;
    json.begin_object().key("seed").value(*seed).key("puzzles");
    if (!call.has("place")) {  // so that wrong options are refused before any puzzle is made
        json.begin_list().end_list();
    } else {
        const auto batch = (*generator)->next(*seed, *place, quoted(call.argument("count")), 1, call.options.stop);
        if (!batch) return batch.problem();
        if (!*batch) {
            json.begin_list().end_list().key("place").null().end_object();
            return std::nullopt;
        }
        write_puzzles(json, **batch);
    }
    json.key("place").begin_list();
    for (const std::uint64_t part : {place->start, place->found, place->last_match}) json.value(part);
    json.end_list().end_object();
    return std::nullopt;
}

}  // namespace facevalue::query
