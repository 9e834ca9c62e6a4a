// SolutionList: the solutions of one puzzle from a Search, simplest first, in tiers of equal cost
// (canonical_forms.hpp). Within a tier: fewer divisions, fewer subtractions, shorter text, then alphabetical. The order
// does not depend on earlier puzzles.
//
// A Root is a set of numbers to use with the node (set, target), and for essential solutions the ways to add the other
// numbers (filled_cores.hpp). The target 0 is special because 0 and -0 are equal, so an expression and its negative are
// both correct: one essential solution, otherwise two unless the form is its own negative. Under `positive` only a
// given number may be 0.
#pragma once

#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "numbers/backward/filled_cores.hpp"
#include "numbers/backward/form_counter.hpp"
#include "numbers/backward/search.hpp"
#include "numbers/forms/form_reducer.hpp"
#include "numbers/forms/printer.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

template <class Domain>
class SolutionList {
  public:
    using Key = typename Domain::Key;
    using SetId = typename Search<Domain>::SetId;
    using NodeId = typename Search<Domain>::NodeId;
    static constexpr FormId NONE = Forms<Domain>::NONE;

    SolutionList(Search<Domain>& search, const Rules& rules, Distinct distinct, Pulse& pulse)
        : search_(search), rules_(rules), distinct_(distinct), pulse_(pulse), cores_(search, rules, pulse) {}

    // Starts a puzzle. Leaves are sorted by number, at most MOST_SEARCHED.
    void prepare(const std::vector<LeafId>& leaves, const Number& target) {
        roots_.clear();
        is_listed_ = false;
        listed_.clear();
        next_listed_ = 0;
        size_ = leaves.size();
        const bool was_negative = target_.negative;
        target_ = search_.domain().of(target);
        if (target_.negative != was_negative) left_out_.clear();
        if (!(target_entry_.key == target_.key)) target_entry_ = Domain::entry(target_.key);
        if (must_not_be_negative(rules_.values) && target.numerator < 0) return;
        const SetId whole = search_.tables().set_of(leaves.data(), leaves.size());
        add_root(whole, {}, {}, 0);
        if (leaves.size() == 1 || (rules_.use_all && distinct_ != Distinct::Essential)) return;
        for (const auto& split : search_.tables().splits(whole)) {
            add_part(split.large, split.small);
            if (split.small != split.large) add_part(split.small, split.large);
            if (pulse_.stopped()) return;
        }
    }

    // The next solutions, all of one cost; none at the end.
    std::vector<std::string> next() {
        std::vector<std::string> texts;
        while (texts.empty() && !pulse_.stopped())
            if (!(is_listed_ ? write_listed_tier(texts) : write_tier(texts))) break;
        sort_in_pieces(texts, pulse_, reads_easier);
        return texts;
    }

    // All solutions, in the same order.
    std::vector<std::string> all() {
        std::vector<std::string> texts;
        for_all([](Root&, FormId) {});  // listing everything first is faster
        for (std::vector<std::string> tier = next(); !tier.empty(); tier = next())
            texts.insert(texts.end(), std::make_move_iterator(tier.begin()), std::make_move_iterator(tier.end()));
        return texts;
    }

    std::uint64_t count() { return may_count_unlisted() ? count_unlisted() : count_listed(); }

    // Counts without listing the forms, which is much faster for many numbers: essential solutions that use all
    // numbers, and for a target other than 0.
    bool may_count_unlisted() const {
        return distinct_ == Distinct::Essential && search_.is_essential() && rules_.use_all && !is_target_zero() &&
               size_ >= UNLISTED_SIZE;
    }
    std::uint64_t count_unlisted() {
        if (!counter_) counter_ = std::make_unique<FormCounter<Domain>>(search_.graph(), rules_, pulse_);
        std::uint64_t total = 0;
        for (Root& root : roots_)
            for (const Kind kind : {Kind::Sum, Kind::Product}) {
                if (root.single && kind == Kind::Product) continue;
                total = as_count(Uint128{total} + count_unlisted(root, kind));
                if (pulse_.stopped()) return 0;
            }
        return total;
    }
    std::uint64_t count_listed() {
        std::uint64_t total = 0;
        std::vector<std::string> texts;
        for_all([&](Root& root, FormId form) {
            if (distinct_ == Distinct::Raw) {
                texts.clear();
                write(root, form, texts);
                total += texts.size();
            } else {
                total += count_of(root, form);
            }
        });
        return total;
    }
    // The memory that counting used, in values of a table.
    std::size_t weight() const { return counter_ ? counter_->weight() : 0; }

    bool any() {
        for (Root& root : roots_)
            for (const Kind kind : {Kind::Sum, Kind::Product})
                for (std::size_t i = 0; !(root.single && kind == Kind::Product); ++i) {
                    const FormId form = search_.form_at(root.node, kind, i);
                    if (form == NONE) break;
                    if (count_of(root, form) > 0) return true;
                }
        return false;
    }

  private:
    // The forms of the next cost. False at the end.
    bool write_tier(std::vector<std::string>& texts) {
        Cost cost = std::numeric_limits<Cost>::max();
        for (Root& root : roots_)
            for (const Kind kind : {Kind::Sum, Kind::Product}) cost = std::min(cost, next_cost(root, kind));
        if (cost == std::numeric_limits<Cost>::max()) return false;
        for (Root& root : roots_)
            for (const Kind kind : {Kind::Sum, Kind::Product})
                while (!pulse_.stopped() && next_cost(root, kind) == cost) write(root, take(root, kind), texts);
        return true;
    }
    // The same when all forms are known: they are sorted at once.
    bool write_listed_tier(std::vector<std::string>& texts) {
        if (listed_.empty()) gather();
        if (next_listed_ == listed_.size()) return false;
        const Cost cost = listed_[next_listed_].cost;
        for (; next_listed_ < listed_.size() && listed_[next_listed_].cost == cost && !pulse_.stopped(); ++next_listed_)
            write(roots_[listed_[next_listed_].root], listed_[next_listed_].form, texts);
        return true;
    }
    void gather() {
        for (std::uint32_t root = 0; root < roots_.size(); ++root)
            for (const Kind kind : {Kind::Sum, Kind::Product}) {
                if (roots_[root].single && kind == Kind::Product) continue;
                const auto& forms = search_.all_forms(roots_[root].node, kind);
                for (std::size_t i = next_place(roots_[root], kind); i < forms.size(); ++i)
                    listed_.push_back({search_.forms()[forms[i]].cost + roots_[root].extra, root, forms[i]});
                pulse_.spend(forms.size());
            }
        sort_in_pieces(listed_, pulse_, [](const Listed& a, const Listed& b) { return a.cost < b.cost; });
    }

    using Ways = typename FilledCores<Domain>::Ways;
    struct Root {
        NodeId node;
        bool single;
        Ways ways;
        SetId left_over;  // if there are ways
        Cost extra;
        std::size_t next_sum = 0, next_product = 0;
    };
    // A form that is still to be written, of a root.
    struct Listed {
        Cost cost;
        std::uint32_t root;
        FormId form;
    };

    // With fewer numbers, listing is as fast, and the forms may be listed later anyway.
    static constexpr std::size_t UNLISTED_SIZE = 7;
    static constexpr std::uint64_t WORK_OF_A_TEXT = 50;  // in look-ups

    std::uint64_t count_unlisted(Root& root, Kind kind) {
        const auto forms = counter_->count(root.node, kind, target_.negative);
        // With other numbers added, a form may have a sign that it does not have alone. Only the form itself tells.
        const bool sign_may_change = !root.ways.empty() && (root.single || forms.without > 0);
        if (!sign_may_change) return forms.with_sign;
        std::uint64_t total = 0;
        for (const FormId form : search_.all_forms(root.node, kind)) total += count_of(root, form);
        return total;
    }

    void add_part(SetId part, SetId left_over) {
        if (!rules_.use_all) {
            add_root(part, {}, {}, 0);
            return;
        }
        if (is_target_zero() && rules_.values == Values::Positive) return;
        const bool part_first = search_.tables().set(part).size < search_.tables().set(left_over).size;
        if (part_first && !search_.reaches(part, target_.key)) return;
        Ways ways = cores_.ways(left_over, target_);
        if (ways.empty()) return;
        const Cost extra = cores_.cost(ways[0]);
        add_root(part, std::move(ways), left_over, extra);
    }

    void add_root(SetId part, Ways ways, SetId left_over, Cost extra) {
        const NodeId node = search_.reached(part, target_entry_);
        if (node == NONE) return;
        roots_.push_back({node, search_.tables().set(part).size == 1, std::move(ways), left_over, extra});
    }

    Cost next_cost(Root& root, Kind kind) {
        if (root.single && kind == Kind::Product) return std::numeric_limits<Cost>::max();
        const FormId form = search_.form_at(root.node, kind, next_place(root, kind));
        return form == NONE ? std::numeric_limits<Cost>::max() : search_.forms()[form].cost + root.extra;
    }
    FormId take(Root& root, Kind kind) { return search_.form_at(root.node, kind, next_place(root, kind)++); }
    static std::size_t& next_place(Root& root, Kind kind) {
        return kind == Kind::Sum ? root.next_sum : root.next_product;
    }

    template <class Visit>
    void for_all(Visit visit) {
        for (Root& root : roots_)
            for (const Kind kind : {Kind::Sum, Kind::Product}) {
                if (root.single && kind == Kind::Product) continue;
                for (const FormId form : search_.all_forms(root.node, kind)) {
                    if (pulse_.stopped()) return;
                    visit(root, form);
                    pulse_.spend(1);
                }
                if (pulse_.stopped()) return;
            }
        is_listed_ = true;
    }

    bool is_target_zero() const { return Forms<Domain>::is_zero(target_.key); }
    // Are an expression of value 0 and its negative two solutions?
    bool counts_both_signs() const { return is_target_zero() && distinct_ != Distinct::Essential; }

    // How many solutions the form represents.
    std::uint64_t count_of(Root& root, FormId form) {
        const Kind kind = search_.forms()[form].kind;
        if (is_target_zero() && rules_.values == Values::Positive && kind != Kind::Leaf) return 0;
        if (search_.forms()[form].upside_down) return 0;
        if (!rules_.use_all && distinct_ == Distinct::Essential && is_left_out(form)) return 0;
        if (counts_both_signs()) return zero_signs(form).count();
        if (is_target_zero()) return 1;
        // A single number with other numbers added is another form, so its sign must be checked.
        if (has_sign(form) && (root.ways.empty() || kind != Kind::Leaf)) return 1;
        return !root.ways.empty() && cores_.can_fill(form, root.ways, root.left_over, target_) ? 1 : 0;
    }
    // Has it a superfluous part, or does another form stand for it? An essential search has found that out. Asked when
    // solutions are counted and again when they are written.
    bool is_left_out(FormId form) {
        if (search_.is_essential()) return search_.forms()[form].superfluous;
        if (form >= left_out_.size()) left_out_.resize(search_.forms().size(), Answer::Unknown);
        if (left_out_[form] == Answer::Unknown) {
            const bool is_left_out = find_left_out(form);
            if (pulse_.stopped()) return is_left_out;
            left_out_[form] = is_left_out ? Answer::Yes : Answer::No;
        }
        return left_out_[form] == Answer::Yes;
    }
    bool find_left_out(FormId form) {
        FormReducer<Domain> reducer(search_.forms(), pulse_);
        for (const FormId less : reducer.smaller(form))
            if (has_sign(less)) return true;
        return reducer.one_way_up(form) != form;
    }
    // The form has the target's value up to sign; can it have the target's sign too?
    bool has_sign(FormId form) const {
        const auto& found = search_.forms()[form];
        if (is_target_zero()) return found.plus || found.minus;
        return target_.negative ? found.minus : found.plus;
    }

    // Which of an expression of value 0 and its negative can be written, if they differ.
    struct ZeroSigns {
        bool plus, minus;
        std::uint64_t count() const { return (plus ? 1U : 0U) + (minus ? 1U : 0U); }
    };
    ZeroSigns zero_signs(FormId form) const {
        return {can_write(form, false), !search_.forms()[form].symmetric && can_write(form, true)};
    }
    // If results must not be negative, some forms have only one sign.
    bool can_write(FormId form, bool negative) const {
        const auto& found = search_.forms()[form];
        if (!(negative ? found.minus : found.plus)) return false;
        return !must_not_be_negative(rules_.values) || !variants(form, negative).empty();
    }
    std::vector<Text> variants(FormId form, bool negative) const {
        ExactValues<Domain> exact(search_.forms());
        return Variants<Domain>(search_.forms(), rules_, exact, pulse_).of(form, negative);
    }

    void write(Root& root, FormId form, std::vector<std::string>& texts) {
        pulse_.spend(WORK_OF_A_TEXT);
        if (count_of(root, form) == 0) return;
        if (counts_both_signs()) return write_zero(form, texts);
        if (distinct_ == Distinct::Raw)
            add_texts(variants(form, target_.negative), texts);
        else if (root.ways.empty())
            texts.push_back(cores_.easiest_text(form, target_));
        else
            texts.push_back(cores_.text(form, root.ways, root.left_over, target_));
    }
    void write_zero(FormId form, std::vector<std::string>& texts) {
        const ZeroSigns signs = zero_signs(form);
        std::vector<std::string> all;
        for (const bool negative : {false, true}) {
            if (!(negative ? signs.minus : signs.plus)) continue;
            std::vector<std::string> some;
            add_texts(variants(form, negative), some);
            if (distinct_ == Distinct::Canonical) some = {*std::min_element(some.begin(), some.end(), reads_easier)};
            all.insert(all.end(), some.begin(), some.end());
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        texts.insert(texts.end(), all.begin(), all.end());
    }
    static void add_texts(const std::vector<Text>& some, std::vector<std::string>& texts) {
        for (const Text& text : some) texts.push_back(text.text);
    }

    Search<Domain>& search_;
    const Rules& rules_;
    Distinct distinct_;
    Pulse& pulse_;
    Signed<Key> target_{};
    typename Domain::Entry target_entry_{};
    std::size_t size_ = 0;
    std::vector<Root> roots_;
    bool is_listed_ = false;  // all forms of the roots are known
    std::vector<Listed> listed_;
    std::size_t next_listed_ = 0;
    // What is_left_out answered, by FormId. It depends on the form, which has the target's value, and its sign.
    enum class Answer : std::uint8_t { Unknown, No, Yes };
    std::vector<Answer> left_out_;
    std::unique_ptr<FormCounter<Domain>> counter_;
    FilledCores<Domain> cores_;
};

}  // namespace facevalue::numbers
