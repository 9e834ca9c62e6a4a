// FormCounter: counts the essential forms of a value without listing them.
//
// Whether forms can be combined, and with which signs, depends only on their values and signs. So the forms of a node
// that have the same kind and signs are counted together, and one leaf (an atom) replaces them in larger forms. A
// finished list becomes at most three atoms. Only a rest of the same kind is still merged part by part: its list
// contains patterns, which are sums or products of atoms. A pattern represents as many forms as there are ways to
// choose a form for each atom; m equal children that are each one of n forms are a multiset, of which there are
// C(n+m-1, m). A pattern shows the numbers and the value of its node, so no other node has it, and all patterns of a
// node are made in a row.
//
// Not for the value 0, whose forms may be their own negatives. Once `pulse` has stopped, results are invalid. One
// thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "numbers/backward/value_graph.hpp"
#include "numbers/forms/form_combiner.hpp"
#include "work/integers.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

template <class Domain>
class FormCounter {
  public:
    using Key = typename Domain::Key;
    using NodeId = typename ValueGraph<Domain>::NodeId;
    using Parts = typename ValueGraph<Domain>::Parts;

    FormCounter(ValueGraph<Domain>& graph, const Rules& rules, Pulse& pulse)
        : graph_(graph), pulse_(pulse), forms_(graph.domain(), rules, true), combiner_(forms_, rules) {}

    // How many forms of one kind can have the sign, and how many have only the other.
    struct Count {
        std::uint64_t with_sign = 0, without = 0;
    };
    Count count(NodeId node, Kind kind, bool negative) {
        Count total;
        const Run found = atoms(node, kind);
        for (FormId atom = found.first; atom < found.first + found.size; ++atom) {
            const auto& signs = forms_[atom];
            std::uint64_t& sum = (negative ? signs.minus : signs.plus) ? total.with_sign : total.without;
            sum = as_count(Uint128{sum} + forms_of(atom));
        }
        return total;
    }

    // The memory used, in values of a table.
    std::size_t weight() const { return 2 * forms_.size() + counted_.size() + patterns_.size() / 4; }

  private:
    // Consecutive ids or places.
    struct Run {
        std::uint32_t first = 0, size = 0;
    };
    // What is known about the forms of one kind of a node.
    struct Counted {
        std::uint32_t first_pattern = 0, patterns = 0;
        FormId first_atom = UNKNOWN;
        std::uint32_t atoms = 0;
    };
    static constexpr FormId UNKNOWN = Forms<Domain>::NONE;
    // Each block (an atom) is combined with each rest: an atom or, if `merges`, a pattern, given by its place.
    struct Runs {
        Run blocks, rests;
        bool merges;
        Combination how;
    };

    // The search finds more nodes meanwhile, so these move.
    Counted& counted(NodeId node, Kind kind) {
        const std::size_t place = 2 * static_cast<std::size_t>(node) + (kind == Kind::Sum ? 0 : 1);
        if (place >= counted_.size()) counted_.resize(std::max(place + 1, counted_.size() + counted_.size() / 2));
        return counted_[place];
    }

    Run atoms(NodeId node, Kind kind) {
        if (graph_.single(node)) kind = Kind::Sum;  // a number is the same atom everywhere
        if (counted(node, kind).first_atom == UNKNOWN) {
            if (graph_.single(node))
                add_number(node);
            else
                add_patterns(node, kind);
        }
        const Counted& known = counted(node, kind);
        return {known.first_atom, known.atoms};
    }
    void add_number(NodeId node) {
        const Signed<Key> value = graph_.domain().of(graph_.number(node));
        Counted& known = counted(node, Kind::Sum);
        known.first_atom = narrowed<FormId>(forms_.size());
        if (!(value.key == graph_.value(node))) return;
        add_atom(value.key, !value.negative || Forms<Domain>::is_zero(value.key), value.negative, 1);
        known.atoms = 1;
    }

    void add_atom(const Key& value, bool plus, bool minus, std::uint64_t forms) {
        forms_.add_atom(value, plus, minus, narrowed<std::uint32_t>(forms_of_atoms_.size()));
        forms_of_atoms_.push_back(forms);
    }
    std::uint64_t forms_of(FormId atom) const { return forms_of_atoms_[forms_.atom_number(atom)]; }

    // First the atoms of the parts, which may have to be counted now: this calls itself for them.
    void add_patterns(NodeId node, Kind kind) {
        const std::size_t first = runs_.size();
        graph_.for_each_parts(node, kind, [&](const Parts& parts) { add_runs(kind, parts); });
        if (pulse_.stopped()) return;
        const Key value = graph_.value(node);
        forms_.forget_earlier();
        found_.clear();
        for (std::size_t i = first; i < runs_.size(); ++i) combine(value, runs_[i]);
        runs_.resize(first);
        if (pulse_.stopped()) return;
        sort_items(found_);
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        Counted& known = counted(node, kind);
        known.first_pattern = narrowed<std::uint32_t>(patterns_.size());
        known.patterns = narrowed<std::uint32_t>(found_.size());
        patterns_.insert(patterns_.end(), found_.begin(), found_.end());
        add_atoms(known, value, found_);
    }
    void add_runs(Kind kind, const Parts& parts) {
        const Run blocks = atoms(parts.block, ValueGraph<Domain>::other(kind));
        if (blocks.size == 0) return;
        Run rests = atoms(parts.rest, parts.rest_kind);
        const bool merges = parts.rest_kind == kind;
        if (merges) {
            const Counted& known = counted(parts.rest, kind);
            rests = {known.first_pattern, known.patterns};
        }
        if (rests.size > 0) runs_.push_back({blocks, rests, merges, parts.how});
    }
    void combine(const Key& value, const Runs& runs) {
        const auto& [blocks, rests, merges, how] = runs;
        for (std::uint32_t at = rests.first; at < rests.first + rests.size; ++at) {
            const FormId rest = merges ? patterns_[at] : at;
            for (FormId block = blocks.first; block < blocks.first + blocks.size; ++block) {
                const FormId form = combiner_.combine(value, how, block, rest);
                if (form != Forms<Domain>::NONE) found_.push_back(form);
            }
            pulse_.beat(10 * blocks.size);
        }
    }

    // One atom for each of the signs that forms of these patterns can have.
    void add_atoms(Counted& known, const Key& value, std::span<const FormId> patterns) {
        std::array<std::uint64_t, 4> forms{};  // plus is 1, minus 2
        for (const FormId pattern : patterns) {
            const auto& signs = forms_[pattern];
            const std::size_t which = (signs.plus ? 1U : 0U) + (signs.minus ? 2U : 0U);
            forms[which] = as_count(Uint128{forms[which]} + usable_forms_of_pattern(pattern));
        }
        known.first_atom = narrowed<FormId>(forms_.size());
        for (std::size_t which = 1; which < forms.size(); ++which) {
            if (forms[which] == 0) continue;
            add_atom(value, (which & 1) != 0, (which & 2) != 0, forms[which]);
            ++known.atoms;
        }
    }

    // The pattern's forms, but only one of each quotient worth 1 or -1 and its inverse (unit_quotients.hpp).
    std::uint64_t usable_forms_of_pattern(FormId pattern) {
        const std::uint64_t forms = forms_of_pattern(pattern);
        if (forms_[pattern].kind != Kind::Product || !(forms_[pattern].key == Key(1))) return forms;
        std::vector<Child> inverse;
        bool has_bar = false;
        for (const Child child : forms_.children(pattern)) {
            inverse.push_back(child.flipped(true));
            has_bar = has_bar || child.inverse();
        }
        if (!has_bar) return forms;
        const FormId other = forms_.product(inverse, Key(1), forms_[pattern].negated);
        if (other == pattern) {  // A/B with A and B from the same n forms: unordered pairs
            const std::uint64_t n = forms_of(forms_.children(pattern)[0].form());
            return as_count(Uint128{n} * (Uint128{n} + 1) / 2);
        }
        if (forms_[other].idle) return forms;
        return pattern < other ? forms : 0;  // either of them is enough
    }
    std::uint64_t forms_of_pattern(FormId pattern) const {
        const std::span<const Child> children = forms_.children(pattern);
        std::uint64_t forms = 1;
        for (std::size_t i = 0; i < children.size();) {
            const std::uint64_t n = forms_of(children[i].form());
            std::uint64_t choices = 1, equal = 0;
            for (const Child child = children[i]; i < children.size() && children[i] == child; ++i) {
                ++equal;
                // C(n+m-1, m), whole after each step.
                choices = as_count(Uint128{choices} * (Uint128{n} + equal - 1) / equal);
            }
            forms = as_count(Uint128{forms} * choices);
        }
        return forms;
    }

    ValueGraph<Domain>& graph_;
    Pulse& pulse_;
    Forms<Domain> forms_;  // patterns and atoms
    FormCombiner<Domain> combiner_;
    std::vector<Counted> counted_;  // two for each node
    std::vector<FormId> patterns_;
    std::vector<Runs> runs_;     // of the nodes that are being counted
    std::vector<FormId> found_;  // of the last of them
    std::vector<std::uint64_t> forms_of_atoms_;
};

}  // namespace facevalue::numbers
