// The ordered sequences behind an id table: thin policies over std::set, absl::btree_set, pb_ds and std::vector.
//
// A policy keeps entries in order and says what the id table holds for each (`Handle`): an iterator, or the key alone.
// A hint is where the next entry probably goes: the end for churn at the head of a list, behind the last one in a page.
#pragma once

#include <algorithm>
#include <cstring>
#include <set>

#include "Entry.hpp"

#if PEERS_HAVE_ABSEIL
#include <absl/container/btree_set.h>
#endif
#if __has_include(<ext/pb_ds/assoc_container.hpp>)
#define PEERS_HAVE_PB_DS 1
#include <ext/pb_ds/assoc_container.hpp>
#include <ext/pb_ds/tree_policy.hpp>
#else
#define PEERS_HAVE_PB_DS 0
#endif

namespace peers {

/// `std::set`: the table holds iterators, a moved node is used again.
class StdSetSequence {
  using Set = std::set<PeerEntry, KeyFirstOrder>;
  Set set;

 public:
  using Handle = Set::iterator;
  using Hint = Set::iterator;

  Hint endHint() { return set.end(); }
  Hint pageHint() { return set.end(); }
  void closePage() {}

  Handle insert(const PeerEntry &entry, Hint &hint) {
    const Handle at = set.insert(hint, entry);
    hint = std::next(at);
    return at;
  }
  Handle move(Handle from, uint64_t, int64_t key, Hint &hint) {
    if (hint == from) ++hint;
    auto node = set.extract(from);
    node.value().key = key;
    const Handle at = set.insert(hint, std::move(node));
    hint = std::next(at);
    return at;
  }
  void erase(Handle from, uint64_t) { set.erase(from); }
  int64_t key(Handle at) const { return at->key; }

  auto lowerBound(const PeerEntry &entry) const { return set.lower_bound(entry); }
  auto begin() const { return set.begin(); }
  auto end() const { return set.end(); }
};

#if PEERS_HAVE_ABSEIL
/// `absl::btree_set`: iterators do not last, so the table holds keys and a move is two searches.
class BtreeSequence {
  using Set = absl::btree_set<PeerEntry, EntryOrder>;
  Set set;

 public:
  using Handle = int64_t;
  using Hint = Set::iterator;

  Hint endHint() { return set.end(); }
  Hint pageHint() { return set.end(); }
  void closePage() {}

  Handle insert(const PeerEntry &entry, Hint &hint) {
    hint = set.insert(hint, entry);
    ++hint;
    return entry.key;
  }
  Handle move(Handle from, uint64_t id, int64_t key, Hint &hint) {
    set.erase(PeerEntry{from, id});
    hint = set.end();
    return insert({key, id}, hint);
  }
  void erase(Handle from, uint64_t id) { set.erase(PeerEntry{from, id}); }
  int64_t key(Handle at) const { return at; }

  auto lowerBound(const PeerEntry &entry) const { return set.lower_bound(entry); }
  auto begin() const { return set.begin(); }
  auto end() const { return set.end(); }
};
#else
using BtreeSequence = Absent<AbseilAbsent>;
#endif

#if PEERS_HAVE_PB_DS
/// libstdc++'s order-statistics tree: ranks, but no hints.
class OrderStatisticsSequence {
  using Set = __gnu_pbds::tree<PeerEntry, __gnu_pbds::null_type, KeyFirstOrder, __gnu_pbds::rb_tree_tag,
                               __gnu_pbds::tree_order_statistics_node_update>;
  Set set;

 public:
  using Handle = int64_t;
  struct Hint {};

  Hint endHint() { return {}; }
  Hint pageHint() { return {}; }
  void closePage() {}

  Handle insert(const PeerEntry &entry, Hint &) {
    set.insert(entry);
    return entry.key;
  }
  Handle move(Handle from, uint64_t id, int64_t key, Hint &hint) {
    set.erase(PeerEntry{from, id});
    return insert({key, id}, hint);
  }
  void erase(Handle from, uint64_t id) { set.erase(PeerEntry{from, id}); }
  int64_t key(Handle at) const { return at; }

  size_t rank(Handle at, uint64_t id) const { return set.order_of_key({at, id}); }
  uint64_t idAtRank(size_t rank) const { return set.find_by_order(rank)->id; }
  auto lowerBound(const PeerEntry &entry) const { return set.lower_bound(entry); }
  auto begin() const { return set.begin(); }
  auto end() const { return set.end(); }
};
#else
struct PbDsAbsent {
  static constexpr const char *text = "this standard library has no pb_ds (libstdc++ has)";
};
using OrderStatisticsSequence = Absent<PbDsAbsent>;
#endif

/// A sorted `std::vector`: binary search and one memory move an entry; a page's new entries go in by one backward
/// merge that touches only what lies behind the first of them.
class VectorSequence {
  std::vector<PeerEntry> entries;
  /// The new entries of the open page; none of them is in `entries` yet.
  std::vector<PeerEntry> pending;

  static bool eraseFrom(std::vector<PeerEntry> &sorted, const PeerEntry &entry) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), entry, EntryOrder());
    if (at == sorted.end() || !isSame(*at, entry)) return false;
    sorted.erase(at);
    return true;
  }

 public:
  using Handle = int64_t;
  /// Whether a page is open.
  struct Hint {
    bool inPage;
  };

  Hint endHint() { return {false}; }
  Hint pageHint() { return {true}; }
  void reserve(size_t count) { entries.reserve(count + count / 4); }

  Handle insert(const PeerEntry &entry, Hint &hint) {
    if (hint.inPage) {
      pending.push_back(entry);
    } else if (entries.empty() || EntryOrder()(entries.back(), entry)) {
      entries.push_back(entry);
    } else {
      entries.insert(std::lower_bound(entries.begin(), entries.end(), entry, EntryOrder()), entry);
    }
    return entry.key;
  }
  Handle move(Handle from, uint64_t id, int64_t key, Hint &hint) {
    const PeerEntry old{from, id}, entry{key, id};
    if (hint.inPage) {
      if (!eraseFrom(entries, old)) std::erase_if(pending, [&](const PeerEntry &held) { return isSame(held, old); });
      return insert(entry, hint);
    }
    const auto source = std::lower_bound(entries.begin(), entries.end(), old, EntryOrder());
    const auto target = std::lower_bound(entries.begin(), entries.end(), entry, EntryOrder());
    if (source < target) {
      std::move(source + 1, target, source);
      target[-1] = entry;
    } else {
      std::move_backward(target, source, source + 1);
      *target = entry;
    }
    return key;
  }
  void erase(Handle from, uint64_t id) { eraseFrom(entries, {from, id}); }
  int64_t key(Handle at) const { return at; }

  void closePage() {
    if (!std::is_sorted(pending.begin(), pending.end(), EntryOrder())) {
      std::sort(pending.begin(), pending.end(), EntryOrder());
    }
    size_t end = entries.size();
    entries.resize(end + pending.size());
    for (size_t gap = pending.size(); gap > 0; gap -= 1) {
      const PeerEntry &entry = pending[gap - 1];
      const size_t at = std::lower_bound(entries.begin(), entries.begin() + end, entry, EntryOrder()) - entries.begin();
      std::memmove(entries.data() + at + gap, entries.data() + at, (end - at) * sizeof(PeerEntry));
      entries[at + gap - 1] = entry;
      end = at;
    }
    pending.clear();
  }

  size_t rank(Handle at, uint64_t id) const {
    return std::lower_bound(entries.begin(), entries.end(), PeerEntry{at, id}, EntryOrder()) - entries.begin();
  }
  uint64_t idAtRank(size_t rank) const { return entries[rank].id; }
  auto lowerBound(const PeerEntry &entry) const {
    return std::lower_bound(entries.begin(), entries.end(), entry, EntryOrder());
  }
  auto begin() const { return entries.begin(); }
  auto end() const { return entries.end(); }
};

}  // namespace peers
