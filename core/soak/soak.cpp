// Judges millions of answers whose verdicts are known before they are written, and reports how many disagree.
//
//   soak ROWS SEED FIRST COUNT THREADS          one JSON object: counts by kind of answer and reason, disagreements
//   soak ROWS SEED FIRST COUNT show             one JSON object per line for each answer, without judging it
//
// An answer depends only on the seed and its number, so a run may be split. tools/soak.py builds, runs and
// resumes this program.
#include <array>
#include <chrono>
#include <cstdio>
#include <exception>
#include <iostream>
#include <memory>
#include <mutex>
#include <sstream>

#include "numbers/answers/judge/judge_many.hpp"
#include "soak/answer_maker.hpp"
#include "soak/rows.hpp"
#include "work/workers.hpp"

using namespace facevalue;
using namespace facevalue::soak;
using facevalue::numbers::NOWHERE;

namespace {

constexpr std::uint64_t BATCH = 1024;           // answers with one syntax and one game
constexpr std::uint64_t TOGETHER = 16;          // one batch in this many is also judged by judge_many
constexpr std::size_t MOST_DISAGREEMENTS = 10;  // in the output

struct Arguments {
    std::string rows;
    std::uint64_t seed, first, texts;
    std::size_t threads;
    bool shows;
};

DrawnSetting setting_of(std::uint64_t batch, std::uint64_t seed, const Rows& rows) {
    Chance chance(~seed, batch);
    return draw_setting(rows, chance);
}

// --- JSON

// Bytes as characters of Latin-1, so that any bytes come back.
std::string quoted(std::string_view bytes) {
    std::string text = "\"";
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= ' ' && byte < 127 && c != '"' && c != '\\') {
            text += c;
        } else {
            std::array<char, 8> escaped;
            std::snprintf(escaped.data(), escaped.size(), "\\u%04x", byte);
            text += escaped.data();
        }
    }
    return text + '"';
}

std::string text_of(const Number& number) {
    const std::string whole = std::to_string(number.numerator);
    return number.denominator == 1 ? whole : whole + "/" + std::to_string(number.denominator);
}

std::string_view reason_name(Reason reason) {
    const auto index = static_cast<std::size_t>(reason);
    return index < numbers::REASONS.size() ? numbers::REASONS[index] : "too_many_joined";
}

std::string json_of(const Judgement& judgement) {
    const std::string position = judgement.position == NOWHERE ? "null" : std::to_string(judgement.position);
    return "{\"reason\": " + quoted(reason_name(judgement.reason)) + ", \"position\": " + position + "}";
}

std::string json_of(std::uint64_t number, const MadeAnswer& made, const DrawnSetting& drawn, const Rows& rows) {
    std::ostringstream json;
    json << "{\"number\": " << number << ", \"kind\": " << quoted(kind_names()[made.kind])
         << ", \"answer\": " << (made.is_given ? quoted(made.text) : "null")
         << ", \"is_text\": " << (made.is_text ? "true" : "false") << ", \"numbers\": [";
    for (std::size_t i = 0; i < made.puzzle.numbers.size(); ++i)
        json << (i == 0 ? "" : ", ") << quoted(text_of(made.puzzle.numbers[i]));
    json << "], \"target\": " << quoted(text_of(made.puzzle.target))
         << ", \"syntax\": " << quoted(rows.syntaxes[drawn.syntax].name)
         << ", \"rules\": " << quoted(rows.rules[drawn.rules].name)
         << ", \"extract\": " << quoted(numbers::EXTRACTS[static_cast<std::size_t>(drawn.setting.extract)].first)
         << ", \"after_think\": " << (drawn.setting.after_think ? "true" : "false")
         << ", \"has_exact_position\": " << (made.has_exact_position ? "true" : "false")
         << ", \"expected\": " << json_of(made.expected);
    return json.str();
}

// --- judging

// The results of one thread. It keeps its judges: earlier answers must not change later verdicts.
class Soak {
  public:
    Soak(const Rows& rows, std::uint64_t seed)
        : rows_(rows), seed_(seed), judges_(rows.syntaxes.size() * rows.rules.size()), counts_(kind_names().size()) {}

    void judge_batch(std::uint64_t batch, std::uint64_t first, std::uint64_t end) {
        const DrawnSetting drawn = setting_of(batch, seed_, rows_);
        const auto& syntax = rows_.syntaxes[drawn.syntax].syntax;
        const auto& rules = rows_.rules[drawn.rules].rules;
        const numbers::JudgeConfig config{syntax, rules, drawn.setting.extract, drawn.setting.after_think};
        auto& judge = judges_[drawn.syntax * rows_.rules.size() + drawn.rules];
        if (!judge) judge = std::make_unique<numbers::Judge>(syntax, rules);
        for (std::uint64_t number = first; number < end; ++number) {
            maker_.make(drawn.setting, Chance(seed_, number), made_);
            const Judgement found = numbers::judge_one(*judge, config, made_.answer(), made_.puzzle);
            ++counts_[made_.kind][static_cast<std::size_t>(found.reason)];
            if (!made_.is_expected(found)) disagree(number, made_, found, drawn);
        }
        if (batch % TOGETHER == 0) judge_together(config, first, end, drawn);
    }

    void add_to(Soak& all) const {
        for (std::size_t kind = 0; kind < counts_.size(); ++kind)
            for (std::size_t reason = 0; reason < counts_[kind].size(); ++reason)
                all.counts_[kind][reason] += counts_[kind][reason];
        all.disagreed_ += disagreed_;
        for (const std::string& each : disagreements_)
            if (all.disagreements_.size() < MOST_DISAGREEMENTS) all.disagreements_.push_back(each);
    }

    void print(double seconds) const {
        std::cout << "{\"seconds\": " << seconds << ", \"disagreed\": " << disagreed_ << ", \"counts\": {";
        const auto names = kind_names();
        for (std::size_t kind = 0; kind < names.size(); ++kind) {
            std::cout << (kind == 0 ? "" : ", ") << quoted(names[kind]) << ": {";
            const char* between = "";
            for (std::size_t reason = 0; reason < counts_[kind].size(); ++reason) {
                if (counts_[kind][reason] == 0) continue;
                std::cout << between << quoted(reason_name(static_cast<Reason>(reason))) << ": "
                          << counts_[kind][reason];
                between = ", ";
            }
            std::cout << "}";
        }
        std::cout << "}, \"disagreements\": [";
        for (std::size_t i = 0; i < disagreements_.size(); ++i) std::cout << (i == 0 ? "" : ", ") << disagreements_[i];
        std::cout << "]}\n";
    }

  private:
    // The same answers again, by the function that judges many at once.
    void judge_together(const numbers::JudgeConfig& config, std::uint64_t first, std::uint64_t end,
                        const DrawnSetting& drawn) {
        std::vector<MadeAnswer> made(end - first);
        std::vector<numbers::Answer> answers;
        numbers::PreparedPuzzles puzzles;
        for (std::uint64_t number = first; number < end; ++number) {
            MadeAnswer& each = made[number - first];
            maker_.make(drawn.setting, Chance(seed_, number), each);
            answers.push_back(each.answer());
            for (const Number& number : each.puzzle.numbers) puzzles.add(number);
            puzzles.end(each.puzzle.target, each.puzzle.wide, each.puzzle.has_forms);
        }
        std::vector<std::uint8_t> reasons(made.size());
        numbers::judge_many(config, answers, puzzles, 1, {}, reasons.data());
        for (std::size_t i = 0; i < made.size(); ++i)
            if (static_cast<Reason>(reasons[i]) != made[i].expected.reason)
                disagree(first + i, made[i], {static_cast<Reason>(reasons[i])}, drawn);
    }

    void disagree(std::uint64_t number, const MadeAnswer& made, const Judgement& found, const DrawnSetting& drawn) {
        ++disagreed_;
        if (disagreements_.size() == MOST_DISAGREEMENTS) return;
        disagreements_.push_back(json_of(number, made, drawn, rows_) + ", \"found\": " + json_of(found) + "}");
    }

    const Rows& rows_;
    std::uint64_t seed_;
    AnswerMaker maker_;
    MadeAnswer made_;
    std::vector<std::unique_ptr<numbers::Judge>> judges_;
    std::vector<std::array<std::uint64_t, numbers::REASONS.size() + 1>> counts_;
    std::uint64_t disagreed_ = 0;
    std::vector<std::string> disagreements_;
};

// Calls visit(batch, first, end) for the part of each batch between the first answer and the last.
template <class Visit>
void for_batches(const Arguments& arguments, std::uint64_t first_batch, std::uint64_t end_batch, const Visit& visit) {
    for (std::uint64_t batch = first_batch; batch < end_batch; ++batch)
        visit(batch, std::max(arguments.first, batch * BATCH),
              std::min(arguments.first + arguments.texts, (batch + 1) * BATCH));
}

void judge_all(const Arguments& arguments, const Rows& rows) {
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t first = arguments.first / BATCH, end = (arguments.first + arguments.texts + BATCH - 1) / BATCH;
    SharedRows batches(end - first, 4);
    Soak all(rows, arguments.seed);
    std::mutex mutex;
    run_workers(arguments.threads, {}, [&](std::size_t, Pulse& pulse) {
        Soak own(rows, arguments.seed);
        batches.take(pulse, [&](std::size_t from, std::size_t to) {
            for_batches(arguments, first + from, first + to, [&](auto... part) { own.judge_batch(part...); });
        });
        const std::lock_guard lock(mutex);
        own.add_to(all);
    });
    all.print(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

void show_all(const Arguments& arguments, const Rows& rows) {
    AnswerMaker maker;
    MadeAnswer made;
    const std::uint64_t first = arguments.first / BATCH, end = (arguments.first + arguments.texts + BATCH - 1) / BATCH;
    for_batches(arguments, first, end, [&](std::uint64_t batch, std::uint64_t from, std::uint64_t to) {
        const DrawnSetting drawn = setting_of(batch, arguments.seed, rows);
        for (std::uint64_t number = from; number < to; ++number) {
            maker.make(drawn.setting, Chance(arguments.seed, number), made);
            std::cout << json_of(number, made, drawn, rows) << "}\n";
        }
    });
}

Arguments parse(int count, char** words) {
    if (count != 6) throw std::runtime_error("usage: soak ROWS SEED FIRST COUNT (THREADS | show)");
    const std::string last = words[5];
    const bool shows = last == "show";
    return {words[1], std::stoull(words[2]), std::stoull(words[3]), std::stoull(words[4]), shows ? 1 : std::stoul(last),
            shows};
}

}  // namespace

int main(int count, char** words) {
    try {
        const Arguments arguments = parse(count, words);
        const Rows rows = read_rows(arguments.rows);
        arguments.shows ? show_all(arguments, rows) : judge_all(arguments, rows);
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "soak: " << error.what() << "\n";
        return 2;
    }
}
