// SolutionList: a PuzzleSearch over one number type.
//
// Solutions come simplest first, in tiers of equal cost (canonical_forms.hpp). Within a tier: fewer divisions, fewer
// subtractions, shorter text, then alphabetical. The order does not depend on earlier puzzles.
//
// A Root is a set of numbers to use with the node (set, target), and for essential solutions the ways to add the other
// numbers (filled_cores.hpp). The target 0 is special because 0 and -0 are equal, so an expression and its negative are
// both correct: one essential solution, otherwise two unless the form is its own negative. Under `positive` only one of
// the numbers of the puzzle may be 0.
#pragma once

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "numbers/backward/estimate.hpp"
#include "numbers/backward/filled_cores.hpp"
#include "numbers/backward/form_counter.hpp"
#include "numbers/backward/form_lists.hpp"
#include "numbers/backward/puzzle_search.hpp"
#include "numbers/forms/form_reducer.hpp"
#include "numbers/forms/printer.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

template <class Domain>
class SolutionList final : public PuzzleSearch {
  public:
    explicit SolutionList(const SearchKind& search_kind)
        : PuzzleSearch(search_kind),
          rules_(kind.rules),
          distinct_(kind.distinct),
          domain_(must_be_whole(rules_.values)),
          tables_(domain_, rules_, pulse) {}

    void prepare(const Puzzle& puzzle) override {
        // There are no cores at first, and after this ran out of memory.
        if (!cores_ || weight_of_forms() > HEAVIEST_FORMS) forget_forms();
        std::vector<LeafId> leaves;
        for (const Number& number : puzzle.numbers) leaves.push_back(tables_.leaf_id(number));
        sort_items(leaves, [this](LeafId a, LeafId b) { return tables_.number(a) < tables_.number(b); });
        roots_.clear();
        lists_.clear();
        is_listed_ = false;
        listed_.clear();
        next_listed_ = 0;
        const Signed<Key> target = domain_.of(puzzle.target);
        if (target.negative != target_.negative) left_out_.clear();
        target_ = target;
        if (!(target_entry_.key == target.key)) target_entry_ = Domain::entry(target.key);
        if (must_not_be_negative(rules_.values) && puzzle.target.numerator < 0) return;
        const SetId whole = tables_.set_of(leaves.data(), leaves.size());
        add_root(whole, {}, {}, 0);
        if (leaves.size() == 1 || (rules_.use_all && distinct_ != Distinct::Essential)) return;
        for (const auto& split : tables_.splits(whole)) {
            add_part(split.large, split.small);
            if (split.small != split.large) add_part(split.small, split.large);
            if (pulse.stopped()) return;
        }
    }

    std::vector<std::string> next() override {
        std::vector<std::string> texts;
        while (texts.empty() && !pulse.stopped())
            if (!(is_listed_ ? write_listed_tier(texts) : write_tier(texts))) break;
        sort_in_pieces(texts, pulse, reads_easier);
        return texts;
    }

    std::vector<std::string> all() override {
        std::vector<std::string> texts;
        for_all_forms([](Root&, FormId) {});  // listing everything first is faster
        for (std::vector<std::string> tier = next(); !tier.empty(); tier = next())
            texts.insert(texts.end(), std::make_move_iterator(tier.begin()), std::make_move_iterator(tier.end()));
        return texts;
    }

    std::uint64_t count() override {
        // Counting forms without listing them is much faster for many numbers. With fewer, listing is as fast, and the
        // forms may be listed later anyway.
        const bool may_count_unlisted = distinct_ == Distinct::Essential && kind.skip_idle && rules_.use_all &&
                                        !is_target_zero() && kind.numbers >= UNLISTED_SIZE;
        std::uint64_t total = 0;
        if (may_count_unlisted) {
            if (!counter_) counter_ = std::make_unique<FormCounter<Domain>>(graph(), rules_, pulse);
            for (const List& list : lists_) {
                total = as_count(Uint128{total} + count_unlisted(list));
                if (pulse.stopped()) return 0;
            }
            return total;
        }
        std::vector<std::string> texts;
        for_all_forms([&](Root& root, FormId form) {
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

    bool any() override {
        for (const List& list : lists_)
            for (std::size_t i = 0;; ++i) {
                const FormId form = search_->form_at(roots_[list.root].node, list.kind, i);
                if (form == NONE) break;
                if (count_of(roots_[list.root], form) > 0) return true;
            }
        return false;
    }

    bool too_large() const override { return tables_.too_large(); }
    std::size_t weight() const override { return tables_.weight() + weight_of_forms(); }

  private:
    using Key = typename Domain::Key;
    using SetId = typename FormLists<Domain>::SetId;
    using NodeId = typename FormLists<Domain>::NodeId;
    using Ways = typename FilledCores<Domain>::Ways;
    static constexpr FormId NONE = Forms<Domain>::NONE;
    static constexpr Cost NO_COST = std::numeric_limits<Cost>::max();
    static constexpr std::size_t UNLISTED_SIZE = 7;
    static constexpr std::uint64_t WORK_OF_A_TEXT = 50;  // in look-ups
    // The tables of values are kept from puzzle to puzzle. Nodes and forms seldom recur, so only as many are kept as
    // stay in the caches of a CPU: about 2 MB, or more if one puzzle needs them.
    static constexpr std::size_t HEAVIEST_FORMS = 60'000;

    struct Root {
        NodeId node;
        Ways ways;
        SetId left_over;  // if there are ways
        Cost extra;
    };
    // The forms of one kind of a root. A single number counts as a sum.
    struct List {
        std::uint32_t root;
        Kind kind;
        std::size_t next = 0;  // the first form that is not written yet
    };
    // A form that is still to be written.
    struct Listed {
        Cost cost;
        std::uint32_t root;
        FormId form;
    };

    ValueGraph<Domain>& graph() { return search_->graph(); }
    Forms<Domain>& forms() { return search_->forms(); }

    void forget_forms() {
        counter_.reset();  // these refer to the search
        cores_.reset();
        left_out_.clear();
        search_.emplace(domain_, rules_, kind.skip_idle, table_size_for(kind.numbers), tables_, pulse);
        cores_.emplace(*search_, rules_, pulse);
    }
    std::size_t weight_of_forms() const { return cores_ ? search_->weight() + (counter_ ? counter_->weight() : 0) : 0; }

    // Solutions that use only a part of the numbers, or a part with the others added as idle parts.
    void add_part(SetId part, SetId left_over) {
        if (!rules_.use_all) return add_root(part, {}, {}, 0);
        if (is_target_zero() && rules_.values == Values::Positive) return;
        const bool part_first = tables_.set(part).size < tables_.set(left_over).size;
        if (part_first && !graph().reaches(part, target_.key)) return;
        Ways ways = cores_->ways(left_over, target_);
        if (ways.empty()) return;
        const Cost extra = cores_->cost(ways[0]);
        add_root(part, std::move(ways), left_over, extra);
    }
    void add_root(SetId part, Ways ways, SetId left_over, Cost extra) {
        const NodeId node = graph().reached(part, target_entry_);
        if (node == ValueGraph<Domain>::NONE) return;
        lists_.push_back({narrowed<std::uint32_t>(roots_.size()), Kind::Sum});
        if (!graph().single(node)) lists_.push_back({narrowed<std::uint32_t>(roots_.size()), Kind::Product});
        roots_.push_back({node, std::move(ways), left_over, extra});
    }

    // Writes the forms of the next cost. False at the end.
    bool write_tier(std::vector<std::string>& texts) {
        Cost cost = NO_COST;
        for (const List& list : lists_) cost = std::min(cost, next_cost(list));
        if (cost == NO_COST) return false;
        for (List& list : lists_)
            while (!pulse.stopped() && next_cost(list) == cost) {
                Root& root = roots_[list.root];
                write(root, search_->form_at(root.node, list.kind, list.next++), texts);
            }
        return true;
    }
    Cost next_cost(const List& list) {
        const Root& root = roots_[list.root];
        const FormId form = search_->form_at(root.node, list.kind, list.next);
        return form == NONE ? NO_COST : forms()[form].cost + root.extra;
    }
    // The same when all forms are known: they are sorted at once.
    bool write_listed_tier(std::vector<std::string>& texts) {
        if (listed_.empty()) {
            for (const List& list : lists_) {
                const Root& root = roots_[list.root];
                const auto& all = search_->all_forms(root.node, list.kind);
                for (std::size_t i = list.next; i < all.size(); ++i)
                    listed_.push_back({forms()[all[i]].cost + root.extra, list.root, all[i]});
                pulse.spend(all.size());
            }
            sort_in_pieces(listed_, pulse, [](const Listed& a, const Listed& b) { return a.cost < b.cost; });
        }
        if (next_listed_ == listed_.size()) return false;
        const Cost cost = listed_[next_listed_].cost;
        for (; next_listed_ < listed_.size() && listed_[next_listed_].cost == cost && !pulse.stopped(); ++next_listed_)
            write(roots_[listed_[next_listed_].root], listed_[next_listed_].form, texts);
        return true;
    }

    template <class Visit>
    void for_all_forms(Visit visit) {
        for (const List& list : lists_) {
            for (const FormId form : search_->all_forms(roots_[list.root].node, list.kind)) {
                if (pulse.stopped()) return;
                visit(roots_[list.root], form);
                pulse.spend(1);
            }
            if (pulse.stopped()) return;
        }
        is_listed_ = true;
    }

    std::uint64_t count_unlisted(const List& list) {
        Root& root = roots_[list.root];
        const auto count = counter_->count(root.node, list.kind, target_.negative);
        // With other numbers added, a form may have a sign that it does not have alone, which only the form itself
        // shows.
        const bool sign_may_change = !root.ways.empty() && (graph().single(root.node) || count.without > 0);
        if (!sign_may_change) return count.with_sign;
        std::uint64_t total = 0;
        for (const FormId form : search_->all_forms(root.node, list.kind)) total += count_of(root, form);
        return total;
    }

    bool is_target_zero() const { return Forms<Domain>::is_zero(target_.key); }
    // Are an expression of value 0 and its negative two solutions?
    bool counts_both_signs() const { return is_target_zero() && distinct_ != Distinct::Essential; }

    // How many solutions the form represents.
    std::uint64_t count_of(Root& root, FormId id) {
        const auto& form = forms()[id];
        const bool is_number = form.kind == Kind::Leaf;
        if (is_target_zero() && rules_.values == Values::Positive && !is_number) return 0;
        if (form.duplicate) return 0;
        if (!rules_.use_all && distinct_ == Distinct::Essential && is_left_out(id)) return 0;
        if (counts_both_signs()) return zero_signs(id).count();
        if (is_target_zero()) return 1;
        // A single number with other numbers added is another form, so its sign must be checked.
        if (has_sign(id) && (root.ways.empty() || !is_number)) return 1;
        return !root.ways.empty() && cores_->can_fill(id, root.ways, root.left_over, target_) ? 1 : 0;
    }
    // Does it have a superfluous part, or does another form represent it? A search that skips idle parts marks such
    // forms. This is needed when solutions are counted and again when they are written.
    bool is_left_out(FormId form) {
        if (kind.skip_idle) return forms()[form].superfluous;
        if (form >= left_out_.size()) left_out_.resize(forms().size(), LeftOut::Unknown);
        if (left_out_[form] == LeftOut::Unknown) {
            const bool is_left_out = find_left_out(form);
            if (pulse.stopped()) return is_left_out;
            left_out_[form] = is_left_out ? LeftOut::Yes : LeftOut::No;
        }
        return left_out_[form] == LeftOut::Yes;
    }
    bool find_left_out(FormId form) {
        FormReducer<Domain> reducer(forms(), pulse);
        for (const FormId smaller : reducer.smaller(form))
            if (has_sign(smaller)) return true;
        return reducer.with_kept_quotients(form) != form;
    }
    // The form has the target's value up to sign; can it have the target's sign too?
    bool has_sign(FormId id) {
        const auto& form = forms()[id];
        if (is_target_zero()) return form.plus || form.minus;
        return target_.negative ? form.minus : form.plus;
    }

    // Which of an expression of value 0 and its negative can be written, if they differ.
    struct ZeroSigns {
        bool plus, minus;
        std::uint64_t count() const { return (plus ? 1U : 0U) + (minus ? 1U : 0U); }
    };
    ZeroSigns zero_signs(FormId form) {
        return {can_write(form, false), !forms()[form].symmetric && can_write(form, true)};
    }
    // If results must not be negative, some forms have only one sign.
    bool can_write(FormId id, bool negative) {
        const auto& form = forms()[id];
        if (!(negative ? form.minus : form.plus)) return false;
        return !must_not_be_negative(rules_.values) || !variants(id, negative).empty();
    }
    std::vector<Text> variants(FormId form, bool negative) {
        ExactValues<Domain> exact(forms());
        return Variants<Domain>(forms(), rules_, exact, pulse).of(form, negative);
    }

    void write(Root& root, FormId form, std::vector<std::string>& texts) {
        pulse.spend(WORK_OF_A_TEXT);
        if (count_of(root, form) == 0) return;
        if (counts_both_signs()) return write_zero(form, texts);
        if (distinct_ == Distinct::Raw)
            for (const Text& text : variants(form, target_.negative)) texts.push_back(text.text);
        else if (root.ways.empty())
            texts.push_back(cores_->easiest_text(form, target_));
        else
            texts.push_back(cores_->text(form, root.ways, root.left_over, target_));
    }
    void write_zero(FormId form, std::vector<std::string>& texts) {
        const ZeroSigns signs = zero_signs(form);
        std::vector<std::string> all;
        for (const bool negative : {false, true}) {
            if (!(negative ? signs.minus : signs.plus)) continue;
            std::vector<std::string> some;
            for (const Text& text : variants(form, negative)) some.push_back(text.text);
            if (distinct_ == Distinct::Canonical) some = {*std::min_element(some.begin(), some.end(), reads_easier)};
            all.insert(all.end(), some.begin(), some.end());
        }
        sort_items(all);
        all.erase(std::unique(all.begin(), all.end()), all.end());
        texts.insert(texts.end(), all.begin(), all.end());
    }

    const Rules& rules_;  // of the kind
    Distinct distinct_;
    Domain domain_;
    ValueTables<Domain> tables_;
    std::optional<FormLists<Domain>> search_;
    std::optional<FilledCores<Domain>> cores_;
    std::unique_ptr<FormCounter<Domain>> counter_;
    // Results of is_left_out by FormId. They depend on the form, which has the target's value, and its sign.
    enum class LeftOut : std::uint8_t { Unknown, No, Yes };
    std::vector<LeftOut> left_out_;

    // Of the puzzle:
    Signed<Key> target_{};
    typename Domain::Entry target_entry_{};
    std::vector<Root> roots_;
    std::vector<List> lists_;
    bool is_listed_ = false;  // all forms of the roots are known
    std::vector<Listed> listed_;
    std::size_t next_listed_ = 0;
};

// For the methods Field127 and Field1279.
std::unique_ptr<PuzzleSearch> make_wide_search(const SearchKind& kind);

}  // namespace facevalue::numbers
