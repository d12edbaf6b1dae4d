// An ordered list by id: a sequence and a table id -> handle, kept together. The whole algorithm of the peers
// `X + hash`; the sequence is the policy.
#pragma once

#include "Sequences.hpp"

namespace peers {

/// What became of one row of a page.
enum class Merged { inserted, moved, updated, repeated, stale };

/// What the table holds for an id; the version only where it is kept, for it makes the table larger.
template <class Handle, bool versioned> struct Place {
  Handle handle{};
};
template <class Handle> struct Place<Handle, true> {
  Handle handle{};
  uint32_t version = 0;
};

/// Invariants: 1. the table has an id exactly if the sequence has one entry of it; 2. the handle leads to that entry.
template <class Sequence, bool versioned> class TableList {
  Sequence sequence;
  IdTable<Place<typename Sequence::Handle, versioned>> table;

 public:
  using Hint = typename Sequence::Hint;

  size_t count() const { return table.size(); }

  /// Whether all ids were new.
  bool build(std::span<const PeerEntry> entries) {
    table.reserve(entries.size());
    if constexpr (requires { sequence.reserve(0); }) sequence.reserve(entries.size());
    auto hint = sequence.endHint();
    for (const PeerEntry &entry : entries) {
      const auto [at, isNew] = table.try_emplace(entry.id);
      if (!isNew) return false;
      at->second.handle = sequence.insert(entry, hint);
      hint = sequence.endHint();
    }
    return true;
  }

  // MARK: - Changes

  /// Whether the id is new; a held one is moved.
  bool insert(uint64_t id, int64_t key) {
    const auto [at, isNew] = table.try_emplace(id);
    auto &handle = at->second.handle;
    auto hint = sequence.endHint();
    handle = isNew ? sequence.insert({key, id}, hint) : sequence.move(handle, id, key, hint);
    return isNew;
  }
  bool move(uint64_t id, int64_t key) {
    const auto at = table.find(id);
    if (at == table.end()) return false;
    auto &handle = at->second.handle;
    auto hint = sequence.endHint();
    handle = sequence.move(handle, id, key, hint);
    return true;
  }
  bool erase(uint64_t id) {
    const auto at = table.find(id);
    if (at == table.end()) return false;
    sequence.erase(at->second.handle, id);
    table.erase(at);
    return true;
  }
  bool contains(uint64_t id) const { return table.find(id) != table.end(); }

  // MARK: - Page merges

  Hint openPage() { return sequence.pageHint(); }
  void closePage() { sequence.closePage(); }

  Merged merge(const PeerRow &row, Hint &hint) {
    const auto [at, isNew] = table.try_emplace(row.id);
    auto &place = at->second;
    Merged merged = Merged::repeated;
    if (isNew) {
      place.handle = sequence.insert({row.key, row.id}, hint);
      merged = Merged::inserted;
    } else if constexpr (versioned) {
      if (row.version < place.version) return Merged::stale;
      if (row.version > place.version) merged = Merged::updated;
    }
    if (!isNew && sequence.key(place.handle) != row.key) {
      place.handle = sequence.move(place.handle, row.id, row.key, hint);
      merged = Merged::moved;
    }
    if constexpr (versioned) place.version = row.version;
    return merged;
  }

  // MARK: - Reading

  static constexpr bool isRanked = requires(Sequence ranked) { ranked.idAtRank(0); };

  /// The id's rank, or the count if it is not held.
  size_t rank(uint64_t id) const {
    const auto at = table.find(id);
    return at == table.end() ? count() : sequence.rank(at->second.handle, id);
  }
  uint64_t idAtRank(size_t rank) const { return sequence.idAtRank(rank); }

  auto lowerBound(const PeerEntry &entry) const { return sequence.lowerBound(entry); }
  auto begin() const { return sequence.begin(); }
  auto end() const { return sequence.end(); }
  static const PeerEntry &entry(const PeerEntry &element) { return element; }
};

/// The list over a sequence, or the sequence's reason for being absent.
template <class Sequence, bool versioned>
using ListOf = std::conditional_t<isAbsent<Sequence>, Sequence, TableList<Sequence, versioned>>;

}  // namespace peers
