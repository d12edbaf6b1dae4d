// An ordered list by id as Boost has it ready: one `multi_index_container`, ranked by (key, id) and hashed by id.
// The same interface as `TableList`.
#pragma once

#include "TableList.hpp"

#if __has_include(<boost/multi_index/ranked_index.hpp>)
#define PEERS_HAVE_BOOST 1
#include <boost/multi_index/hashed_index.hpp>
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/ranked_index.hpp>
#include <boost/multi_index_container.hpp>
#else
#define PEERS_HAVE_BOOST 0
#endif

namespace peers {

#if PEERS_HAVE_BOOST
template <bool versioned> struct HashedItem {
  PeerEntry place;
};
template <> struct HashedItem<true> {
  PeerEntry place;
  uint32_t version = 0;
};

template <bool versioned> class RankedHashedList {
  using Item = HashedItem<versioned>;
  struct IdOfItem {
    using result_type = uint64_t;
    uint64_t operator()(const Item &item) const { return item.place.id; }
  };
  using Container = boost::multi_index_container<
      Item, boost::multi_index::indexed_by<
                boost::multi_index::ranked_unique<
                    boost::multi_index::member<Item, PeerEntry, &Item::place>, EntryOrder>,
                boost::multi_index::hashed_unique<IdOfItem>>>;
  Container container;

  auto &byRank() { return container.template get<0>(); }
  auto &byRank() const { return container.template get<0>(); }
  auto &byId() { return container.template get<1>(); }
  auto &byId() const { return container.template get<1>(); }

  static Item item(const PeerRow &row) {
    Item item{{row.key, row.id}};
    if constexpr (versioned) item.version = row.version;
    return item;
  }
  template <class Position> void rekey(Position at, int64_t key) {
    container.modify(at, [key](Item &item) { item.place.key = key; });
  }

 public:
  using Hint = typename Container::iterator;

  size_t count() const { return container.size(); }

  bool build(std::span<const PeerEntry> entries) {
    byId().reserve(entries.size());
    for (const PeerEntry &entry : entries) byRank().insert(byRank().end(), Item{entry});
    return container.size() == entries.size();
  }

  bool insert(uint64_t id, int64_t key) {
    const auto [at, isNew] = container.insert(Item{{key, id}});
    if (!isNew) rekey(at, key);
    return isNew;
  }
  bool move(uint64_t id, int64_t key) {
    const auto at = byId().find(id);
    if (at == byId().end()) return false;
    byId().modify(at, [key](Item &item) { item.place.key = key; });
    return true;
  }
  bool erase(uint64_t id) { return byId().erase(id) > 0; }
  bool contains(uint64_t id) const { return byId().find(id) != byId().end(); }

  Hint openPage() { return container.end(); }
  void closePage() {}

  Merged merge(const PeerRow &row, Hint &hint) {
    const size_t before = container.size();
    const auto at = byRank().insert(hint, item(row));
    hint = std::next(at);
    if (container.size() > before) return Merged::inserted;
    Merged merged = Merged::repeated;
    if constexpr (versioned) {
      if (row.version < at->version) return Merged::stale;
      if (row.version > at->version) merged = Merged::updated;
    }
    if (at->place.key != row.key) merged = Merged::moved;
    if (merged != Merged::repeated) {
      container.modify(at, [&row](Item &held) { held = item(row); });
      hint = std::next(at);
    }
    return merged;
  }

  static constexpr bool isRanked = true;

  size_t rank(uint64_t id) const {
    const auto at = byId().find(id);
    return at == byId().end() ? count() : byRank().rank(container.template project<0>(at));
  }
  uint64_t idAtRank(size_t rank) const { return byRank().nth(rank)->place.id; }

  auto lowerBound(const PeerEntry &entry) const { return byRank().lower_bound(entry); }
  auto begin() const { return byRank().begin(); }
  auto end() const { return byRank().end(); }
  static const PeerEntry &entry(const Item &element) { return element.place; }
};
#else
struct BoostAbsent {
  static constexpr const char *text = "built without Boost.MultiIndex (Debian: libboost-dev)";
};
template <bool versioned> using RankedHashedList = Absent<BoostAbsent>;
#endif

inline constexpr const char *boostDetail = "boost::multi_index, ranked_unique and hashed_unique";

}  // namespace peers
