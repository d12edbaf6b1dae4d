// The C interface: refuses what makes no sense, keeps C++ exceptions in, hands the rest to the peer.

#include <cstring>
#include <iterator>

#include "Peer.hpp"

namespace peers {
namespace {

struct Table {
  std::vector<Maker> makers;
  std::vector<PeerDescriptor> descriptors;

  Table() {
    for (auto family : {orderedMakers, pageMergeMakers, heightsMakers, storeMakers, windowMakers, limitMakers}) {
      for (const Maker &maker : family()) {
        makers.push_back(maker);
        descriptors.push_back(maker.descriptor);
      }
    }
  }
};

const Table &table() {
  static const Table table;
  return table;
}

/// Runs a call unless a pointer that it needs is null. The standard library throws only when memory runs out
/// or a length exceeds all memory.
template <class Body> PeerStatus call(std::initializer_list<const void *> needed, Body body) {
  for (const void *pointer : needed) {
    if (pointer == nullptr) return PeerStatusNull;
  }
  try {
    return body();
  } catch (...) {
    return PeerStatusNoMemory;
  }
}

/// An array that the caller may give as null when it is empty; null is then replaced by any other pointer.
template <class Element> const void *array(Element *start, size_t count) {
  return count == 0 ? static_cast<const void *>("") : start;
}

}  // namespace
}  // namespace peers

using namespace peers;

const PeerDescriptor *peersAll(size_t *count) {
  if (count == nullptr) return nullptr;
  *count = table().descriptors.size();
  return table().descriptors.data();
}

PeerStatus peerCreate(const char *name, PeerWorkload workload, Peer **peer) {
  return call({name, peer}, [&] {
    for (const Maker &maker : table().makers) {
      if (maker.descriptor.workload != workload || std::strcmp(maker.descriptor.name, name) != 0) continue;
      if (maker.make == nullptr) return PeerStatusMissing;
      *peer = maker.make().release();
      return PeerStatusOk;
    }
    return PeerStatusUnknownPeer;
  });
}

void peerDestroy(Peer *peer) { delete peer; }

PeerStatus peerCount(const Peer *peer, size_t *count) {
  return call({peer, count}, [&] { return *count = peer->count(), PeerStatusOk; });
}

PeerStatus peerBuild(Peer *peer, const PeerEntry *entries, size_t count) {
  return call({peer, array(entries, count)}, [&] { return peer->build({entries, count}); });
}

PeerStatus peerApply(Peer *peer, const PeerChange *changes, size_t count, PeerApplied *applied) {
  return call({peer, array(changes, count), applied}, [&] {
    *applied = {};
    return peer->apply({changes, count}, *applied);
  });
}

PeerStatus peerRanks(Peer *peer, const uint64_t *ids, size_t count, uint64_t *ranks) {
  return call({peer, array(ids, count), array(ranks, count)}, [&] { return peer->ranks({ids, count}, ranks); });
}

PeerStatus peerSelect(Peer *peer, const uint64_t *ranks, size_t count, uint64_t *ids) {
  return call({peer, array(ranks, count), array(ids, count)}, [&] { return peer->select({ranks, count}, ids); });
}

PeerStatus peerScan(Peer *peer, const PeerEntry *starts, size_t count, size_t length, uint64_t *checksum) {
  return call({peer, array(starts, count), checksum},
              [&] { return peer->scan({starts, count}, length, *checksum); });
}

PeerStatus peerExport(Peer *peer, PeerEntry *entries, size_t capacity, size_t *count) {
  return call({peer, array(entries, capacity), count},
              [&] { return peer->exportEntries({entries, capacity}, *count); });
}

PeerStatus peerMergePage(Peer *peer, const PeerRow *rows, size_t count, PeerMerged *merged) {
  return call({peer, array(rows, count), merged}, [&] {
    *merged = {};
    return peer->mergePage({rows, count}, *merged);
  });
}

PeerStatus peerUnion(Peer *peer, const PeerEntry *first, size_t firstCount, const PeerEntry *second,
                     size_t secondCount, PeerEntry *result, size_t capacity, size_t *resultCount) {
  return call({peer, array(first, firstCount), array(second, secondCount), array(result, capacity), resultCount},
              [&] {
                if (capacity < firstCount || capacity - firstCount < secondCount) return PeerStatusOutOfRange;
                return peer->unite({first, firstCount}, {second, secondCount}, result, *resultCount);
              });
}

PeerStatus peerHeightsBuild(Peer *peer, const int32_t *heights, size_t count) {
  return call({peer, array(heights, count)}, [&] { return peer->heightsBuild({heights, count}); });
}

PeerStatus peerHeightsApply(Peer *peer, const PeerHeightStep *steps, size_t count, int64_t *answers) {
  return call({peer, array(steps, count), array(answers, count)},
              [&] { return peer->heightsApply({steps, count}, answers); });
}

PeerStatus peerStoreApply(Peer *peer, const PeerStoreStep *steps, size_t count, const uint8_t *bytes,
                          size_t byteCount, PeerStored *stored) {
  return call({peer, array(steps, count), array(bytes, byteCount), stored}, [&] {
    *stored = {};
    return peer->storeApply({steps, count}, {bytes, byteCount}, *stored);
  });
}

PeerStatus peerStoreRead(Peer *peer, uint64_t id, uint8_t *bytes, size_t capacity, size_t *byteCount,
                         uint32_t *version) {
  return call({peer, array(bytes, capacity), byteCount, version},
              [&] { return peer->storeRead(id, {bytes, capacity}, *byteCount, *version); });
}

PeerStatus peerWindowOpen(Peer *peer, size_t pageCapacity) {
  return call({peer}, [&] { return pageCapacity == 0 ? PeerStatusOutOfRange : peer->windowOpen(pageCapacity); });
}

PeerStatus peerWindowRun(Peer *peer, const PeerPage *pages, size_t count, uint64_t *checksum) {
  return call({peer, array(pages, count), checksum}, [&] {
    *checksum = 0;
    return peer->windowRun({pages, count}, *checksum);
  });
}

PeerStatus peerWindowRow(Peer *peer, size_t rank, PeerRow *row, uint8_t *text, size_t capacity) {
  return call({peer, row, array(text, capacity)}, [&] { return peer->windowRow(rank, *row, {text, capacity}); });
}

PeerStatus peerLimitPrepare(Peer *peer, size_t size) {
  return call({peer}, [&] { return size == 0 ? PeerStatusOutOfRange : peer->limitPrepare(size); });
}

PeerStatus peerLimitRun(Peer *peer, size_t operations, uint64_t *checksum) {
  return call({peer, checksum}, [&] { return peer->limitRun(operations, *checksum); });
}
