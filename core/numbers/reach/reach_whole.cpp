// Reach for many choices. Each choice is one task: its splits into two sets that both have tables. Each set that lacks
// one number of a choice is another task: its values are one long row of bits, made once and combined with each missing
// number. Choices come first, because they often leave few targets open.
#include <algorithm>
#include <bit>
#include <cstring>

#include "numbers/reach/reach.hpp"
#include "numbers/reach/reach_batch.hpp"
#include "work/integers.hpp"
#include "work/sorting.hpp"
#include "work/workers.hpp"

namespace facevalue::numbers {
namespace {

// Choices; a batch needs some hundred megabytes at most.
constexpr std::size_t MOST_IN_BATCH = 16'000;

// A set that lacks one number of some choices: its place in the first of them, and who lacks which number.
struct LeaveOneOut {
    std::uint32_t row;
    Mask mask;
    std::uint32_t most = 0;  // the largest number lacking
    struct User {
        std::uint32_t row, place;  // of the number in `different`
    };
    std::vector<User> users;
};

std::vector<LeaveOneOut> leave_one_out_sets(const Batch& batch, std::size_t size) {
    std::vector<LeaveOneOut> partial_sets;
    std::vector<Row> keys;
    HashIndex index;
    for (std::uint32_t r = 0; r < batch.rows.size(); ++r) {
        const Row& row = batch.rows[r];
        for (std::size_t dropped = 0; dropped < size; ++dropped) {
            if (dropped + 1 < size && row[dropped] == row[dropped + 1]) continue;  // the rest is_first
            Row key{};
            std::uint64_t hash = 0;
            for (std::size_t i = 0, k = 0; i < size; ++i)
                if (i != dropped) hash = mixed(hash ^ (key[k++] = row[i]));
            std::uint32_t at = index.find(hash, [&](std::uint32_t id) { return keys[id] == key; });
            if (at == HashIndex::NONE) {
                at = narrowed<std::uint32_t>(partial_sets.size());
                index.add(hash);
                keys.push_back(key);
                partial_sets.push_back({r, ((Mask{1} << size) - 1) ^ (Mask{1} << dropped), 0, {}});
            }
            const std::uint32_t number = batch.different[row[dropped]];
            partial_sets[at].users.push_back({r, row[dropped]});
            partial_sets[at].most = std::max(partial_sets[at].most, number);
        }
    }
    return partial_sets;
}

// For each of the numbers, its multiples among the targets as bits.
std::vector<Word> multiples_of(const std::vector<std::uint32_t>& numbers, const ReachSetup& setup) {
    std::vector<Word> multiples(numbers.size() * setup.words);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        for (std::uint64_t multiple = 0; numbers[i] > 1 && multiple <= setup.window.most; multiple += numbers[i])
            set_bit(multiples.data() + i * setup.words, multiple);
    return multiples;
}

// One worker's tables, its long row of bits, and the targets found for every choice.
class Worker {
  public:
    Worker(const ReachSetup& setup, const Batch& batch, const std::vector<LeaveOneOut>& partial_sets, Pulse& pulse)
        : setup_(setup),
          batch_(batch),
          partial_sets_(partial_sets),
          pulse_(pulse),
          sets_(setup, batch.different, pulse),
          multiples_(partial_sets.empty() ? std::vector<Word>{} : multiples_of(batch.different, setup)) {
        constexpr std::size_t AT_ONCE = 1 << 16;
        const std::size_t words = batch.rows.size() * setup.words;
        found_.reserve(words);
        for (; found_.size() < words && !pulse.stopped(); pulse.spend(AT_ONCE))
            found_.resize(std::min(found_.size() + AT_ONCE, words));
    }

    std::vector<Word> found() { return std::move(found_); }

    void task(std::size_t at) {
        at < batch_.rows.size() ? meet(at) : combine_partial_set(partial_sets_[at - batch_.rows.size()]);
    }

  private:
    Word* out_of(std::size_t row) { return found_.data() + row * setup_.words; }

    // The splits of the whole choice.
    void meet(std::size_t row) {
        sets_.prepare(batch_.rows[row]);
        const Mask whole = (Mask{1} << setup_.size) - 1;
        Word* out = out_of(row);
        if (setup_.size == 1) single(batch_.different[batch_.rows[row][0]], out);
        if (!has_partial_sets(setup_.size)) or_parts(whole, out);
        sets_.for_splits(whole, [&](const ReachTable& xs, const ReachTable& ys) {
            pulse_.beat(8 * xs.values().size() * (1 + ys.values().size() / 16));
            if (!pulse_.stopped()) meet(xs, ys, out);
        });
    }
    // The values of fewer numbers, if not all must be used.
    void or_parts(Mask whole, Word* out) const {
        if (setup_.use_all) return;
        for (Mask part = (whole - 1) & whole; part != 0; part = (part - 1) & whole)
            if (sets_.size_of(part) <= setup_.largest && sets_.is_first(part)) sets_.table(part).or_values(out);
    }
    void single(std::uint64_t number, Word* out) const {
        if (number <= setup_.window.most) set_bit(out, number);
    }

    void meet(const ReachTable& xs, const ReachTable& ys, Word* out) const {
        const Window& window = setup_.window;
        const auto take = [out](std::uint64_t value) { set_bit(out, value); };
        for (const std::uint64_t x : xs.terms()) {
            if (setup_.adds && x <= window.most) ys.or_sums(out, x);
            if (setup_.subtracts && ys.can_subtract(x)) ys.or_differences(out, x);
            if (setup_.subtracts && !ys.can_subtract(x)) results::differences(x, ys, window, take);
        }
        for (const Divisor& x : xs.factors()) {
            if ((setup_.multiplies || setup_.divides) && x.x() == 1) {
                ys.or_values(out);
                continue;
            }
            if (setup_.multiplies) results::products(x, ys, window, take);
            if (setup_.divides) results::quotients_by(x, ys, window, take);
        }
        if (setup_.divides)
            for (const std::uint64_t x : xs.at_least(window.least * ys.values()[0]))
                results::quotients_of(x, ys, window, take);
    }

    // The set's values as bits, up to the largest that a missing number can turn into a target.
    void combine_partial_set(const LeaveOneOut& set) {
        sets_.prepare(batch_.rows[set.row]);
        const std::uint64_t most = setup_.window.most;
        const Window window{setup_.has_zero ? 0U : 1U, std::max(most * set.most, most + set.most)};
        // The last word of the targets may read a little beyond `most` times the number.
        const std::size_t words = std::max((setup_.words * WORD_BITS + 1) * set.most / WORD_BITS + setup_.words + 2,
                                           ReachTable::SPANS * setup_.words + 1);
        bits_.assign(setup_.words + words, 0);
        Word* bits = bits_.data() + setup_.words;
        sets_.for_splits(set.mask, [&](const ReachTable& xs, const ReachTable& ys) {
            pulse_.beat(4 * xs.values().size() * ys.values().size());
            if (pulse_.stopped()) return;
            const auto take = [bits](std::uint64_t value) { set_bit(bits, value); };
            combine_sums(setup_, xs, ys, window, bits, take);
            combine_products(setup_, xs, ys, window, take);
        });
        or_parts(set.mask, bits);
        for (const LeaveOneOut::User& user : set.users) meet_bits(user.place, out_of(user.row));
        pulse_.beat(set.users.size() * (setup_.window.most + 1));
    }

    // The results of a number and all values that have bits.
    void meet_bits(std::uint32_t place, Word* out) const {
        const std::uint64_t x = batch_.different[place];
        const auto [least, most] = setup_.window;
        const std::size_t words = setup_.words;
        const Word* bits = bits_.data() + words;
        const bool keeps = (setup_.multiplies || setup_.divides) && x == 1;
        if (!setup_.use_all || keeps) or_shifted(out, words, bits, 0);
        if (setup_.adds && x <= most) or_shifted(out, words, bits_.data(), words * WORD_BITS - x);
        if (setup_.subtracts) or_shifted(out, words, bits, x);
        if (setup_.subtracts)
            for (std::uint64_t t = least, end = std::min(most, x); t <= end; ++t)
                if (has_bit(bits, x - t)) set_bit(out, t);
        if (keeps) return;
        if (setup_.multiplies) multiply_bits(place, out);
        if (setup_.divides) divide_bits(x, out);
    }

    void multiply_bits(std::uint32_t place, Word* out) const {
        const Word* multiples = multiples_.data() + place * setup_.words;
        const Divisor divisor(batch_.different[place]);
        for_missing(
            out, [&](std::size_t word) { return multiples[word]; },
            [&](std::uint64_t t, const Word* bits) {
                return has_bit(bits, divisor.quotient(static_cast<std::uint32_t>(t)));
            });
    }

    void divide_bits(std::uint64_t x, Word* out) const {
        for_missing(
            out, [](std::size_t) { return ~Word{0}; },
            [x](std::uint64_t t, const Word* bits) { return has_bit(bits, t * x); });
        const auto [least, most] = setup_.window;
        const Word* bits = bits_.data() + setup_.words;
        const std::uint64_t end = x / std::max<std::uint64_t>(least, 1);
        for (std::uint64_t y = results::divided_up(x, most); y <= end; ++y)
            if (x % y == 0 && has_bit(bits, y)) set_bit(out, x / y);
    }

    // Adds the targets of a word's candidates that are not yet found and for which is_reached(target, bits).
    template <class Candidates, class IsReached>
    void for_missing(Word* out, Candidates candidates, IsReached is_reached) const {
        const Word* bits = bits_.data() + setup_.words;
        for (std::size_t word = setup_.window.least / WORD_BITS; word < setup_.words; ++word)
            for (Word rest = ~out[word] & candidates(word); rest != 0; rest &= rest - 1) {
                const auto bit = static_cast<std::uint64_t>(std::countr_zero(rest));
                out[word] |= Word{is_reached(word * WORD_BITS + bit, bits)} << bit;
            }
    }

    const ReachSetup& setup_;
    const Batch& batch_;
    const std::vector<LeaveOneOut>& partial_sets_;
    Pulse& pulse_;
    ReachSets sets_;
    std::vector<Word> multiples_;  // of each number
    std::vector<Word> found_, bits_;
};

// A byte of 1 for each bit of a byte, the lowest first.
std::uint64_t spread(std::uint64_t byte) {
    constexpr std::uint64_t ONES = 0x0101'0101'0101'0101;
    const std::uint64_t one_each = byte * ONES & 0x8040'2010'0804'0201;  // bit i in byte i
    return (one_each + 0x7F * ONES) >> 7 & ONES;
}

void write(const Word* found, std::uint64_t least, const Targets& targets, std::uint8_t* reached) {
    std::int64_t target = targets.low;
    for (; target <= targets.high && target < static_cast<std::int64_t>(least); ++target) *reached++ = 0;
    const auto end = static_cast<std::uint64_t>(targets.high) + 1;
    auto t = static_cast<std::uint64_t>(target);
    for (; t < end && t % 8 != 0; ++t) *reached++ = has_bit(found, t);
    for (; t + 8 <= end; t += 8, reached += 8) {
        const std::uint64_t eight = spread(found[t / WORD_BITS] >> t % WORD_BITS & 0xFF);
        std::memcpy(reached, &eight, sizeof eight);
    }
    for (; t < end; ++t) *reached++ = has_bit(found, t);
}

bool reach_batch(const Choices& choices, std::size_t first, std::size_t end, const Rules& rules, const Targets& targets,
                 std::size_t workers, const Stop& stop, std::atomic<std::size_t>& done, std::uint8_t* reached) {
    const Batch batch = batch_of(choices, first, end);
    const ReachSetup setup = setup_of(batch, choices.size, rules, targets);
    const auto partial_sets =
        has_partial_sets(choices.size) ? leave_one_out_sets(batch, choices.size) : std::vector<LeaveOneOut>{};
    const std::size_t tasks = partial_sets.size() + batch.rows.size(), before = done;
    std::atomic<std::size_t> finished{0};
    SharedRows rows(tasks, 16);  // neighbours share their sets
    std::vector<std::vector<Word>> found(std::max<std::size_t>(workers, 1));
    const bool ready = run_workers(workers, stop, [&](std::size_t me, Pulse& pulse) {
        Worker worker(setup, batch, partial_sets, pulse);
        rows.take(pulse, [&](std::size_t from, std::size_t to) {
            for (std::size_t task = from; task < to && !pulse.stopped(); ++task) worker.task(task);
            if (!pulse.stopped()) done = before + (finished += to - from) * (end - first) / tasks;
        });
        found[me] = worker.found();
    });
    if (!ready) return false;
    Pulse pulse(stop);
    for (std::size_t first_word = 0; first_word < found[0].size(); first_word += setup.words) {
        if (pulse.stopped()) return false;
        for (std::size_t me = 1; me < found.size(); ++me)
            for (std::size_t i = first_word; i < first_word + setup.words; ++i) found[0][i] |= found[me][i];
        pulse.spend(found.size() * setup.words);
    }
    for (const std::uint32_t row : batch.row_of) {
        if (pulse.stopped()) return false;
        pulse.spend(targets.count() / 8);
        write(found[0].data() + row * setup.words, setup.window.least, targets, reached);
        reached += targets.count();
    }
    done = before + end - first;
    return true;
}

}  // namespace

bool reach_whole(const Choices& choices, const Rules& rules, const Targets& targets, std::size_t workers,
                 const Stop& stop, std::atomic<std::size_t>& done, std::uint8_t* reached) {
    for (std::size_t first = 0, end = 0; first < choices.count(); first = end) {
        end = std::min(choices.count(), first + MOST_IN_BATCH);
        if (!reach_batch(choices, first, end, rules, targets, workers, stop, done, reached + first * targets.count()))
            return false;
    }
    return true;
}

}  // namespace facevalue::numbers
