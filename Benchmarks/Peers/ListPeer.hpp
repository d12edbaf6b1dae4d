// What ordered lists and page merges have in common: building, counting, writing out for a check.
#pragma once

#include <algorithm>

#include "RankedHashedList.hpp"

namespace peers {

template <class List> class ListPeer : public Peer {
 protected:
  List list;

 public:
  size_t count() const override { return list.count(); }

  PeerStatus build(std::span<const PeerEntry> entries) override {
    if (list.count() > 0) return PeerStatusNotEmpty;
    if (list.build(entries)) return PeerStatusOk;
    list = List();
    return PeerStatusRepeatedId;
  }

  PeerStatus exportEntries(std::span<PeerEntry> entries, size_t &count) override {
    if (entries.size() < list.count()) return PeerStatusOutOfRange;
    count = list.count();
    std::transform(list.begin(), list.end(), entries.begin(),
                   [](const auto &element) { return List::entry(element); });
    return PeerStatusOk;
  }
};

/// The lists of all peers under their names, for one family and one workload.
template <template <class> class Family, bool versioned = false>
std::vector<Maker> rankedListMakers(PeerWorkload workload) {
  return {
      maker<Family, ListOf<OrderStatisticsSequence, versioned>>(workload, "pb_ds + hash", idTableDetail),
      maker<Family, RankedHashedList<versioned>>(workload, "boost ranked + hashed", boostDetail),
      maker<Family, ListOf<VectorSequence, versioned>>(workload, "sorted vector + hash", idTableDetail),
  };
}
template <template <class> class Family, bool versioned = false>
std::vector<Maker> listMakers(PeerWorkload workload) {
  std::vector<Maker> makers = {
      maker<Family, ListOf<StdSetSequence, versioned>>(workload, "std::set + hash", idTableDetail),
      maker<Family, ListOf<BtreeSequence, versioned>>(workload, "absl::btree_set + flat_hash_map", idTableDetail),
  };
  for (const Maker &ranked : rankedListMakers<Family, versioned>(workload)) makers.push_back(ranked);
  return makers;
}

}  // namespace peers
