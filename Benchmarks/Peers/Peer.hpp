// What all peers share: one class that a C handle points at, and the table that names and makes them.
#pragma once

#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "peers.h"

/// One peer in one workload; the calls of other workloads answer `Unsupported`.
struct Peer {
  virtual ~Peer() = default;
  virtual size_t count() const { return 0; }

  virtual PeerStatus build(std::span<const PeerEntry>) { return PeerStatusUnsupported; }
  virtual PeerStatus apply(std::span<const PeerChange>, PeerApplied &) { return PeerStatusUnsupported; }
  virtual PeerStatus ranks(std::span<const uint64_t>, uint64_t *) { return PeerStatusUnsupported; }
  virtual PeerStatus select(std::span<const uint64_t>, uint64_t *) { return PeerStatusUnsupported; }
  virtual PeerStatus scan(std::span<const PeerEntry>, size_t, uint64_t &) { return PeerStatusUnsupported; }
  virtual PeerStatus exportEntries(std::span<PeerEntry>, size_t &) { return PeerStatusUnsupported; }

  virtual PeerStatus mergePage(std::span<const PeerRow>, PeerMerged &) { return PeerStatusUnsupported; }
  virtual PeerStatus unite(std::span<const PeerEntry>, std::span<const PeerEntry>, PeerEntry *, size_t &) {
    return PeerStatusUnsupported;
  }

  virtual PeerStatus heightsBuild(std::span<const int32_t>) { return PeerStatusUnsupported; }
  virtual PeerStatus heightsApply(std::span<const PeerHeightStep>, int64_t *) { return PeerStatusUnsupported; }

  virtual PeerStatus storeApply(std::span<const PeerStoreStep>, std::span<const uint8_t>, PeerStored &) {
    return PeerStatusUnsupported;
  }
  virtual PeerStatus storeRead(uint64_t, std::span<uint8_t>, size_t &, uint32_t &) { return PeerStatusUnsupported; }

  virtual PeerStatus windowOpen(size_t) { return PeerStatusUnsupported; }
  virtual PeerStatus windowRun(std::span<const PeerPage>, uint64_t &) { return PeerStatusUnsupported; }
  virtual PeerStatus windowRow(size_t, PeerRow &, std::span<uint8_t>) { return PeerStatusUnsupported; }

  virtual PeerStatus limitPrepare(size_t) { return PeerStatusUnsupported; }
  virtual PeerStatus limitRun(size_t, uint64_t &) { return PeerStatusUnsupported; }
};

namespace peers {

/// One line of the table: what `peersAll` shows, and how the peer is made (null where it is missing).
struct Maker {
  PeerDescriptor descriptor;
  std::unique_ptr<Peer> (*make)();
};

/// Stands in for a policy whose library is absent; `Reason::text` says which.
template <class Reason> struct Absent {
  static constexpr const char *missing = Reason::text;
};

template <class Policy> inline constexpr bool isAbsent = requires { Policy::missing; };

/// The line for `Family<Policy>`: the family's algorithm over one peer's thin policy.
template <template <class> class Family, class Policy>
Maker maker(PeerWorkload workload, const char *name, const char *detail) {
  if constexpr (isAbsent<Policy>) {
    return {{name, detail, Policy::missing, workload}, nullptr};
  } else {
    return {{name, detail, nullptr, workload}, []() -> std::unique_ptr<Peer> {
              return std::make_unique<Family<Policy>>();
            }};
  }
}

// One list for each family's file.
std::vector<Maker> orderedMakers();
std::vector<Maker> pageMergeMakers();
std::vector<Maker> heightsMakers();
std::vector<Maker> storeMakers();
std::vector<Maker> windowMakers();
std::vector<Maker> limitMakers();

}  // namespace peers
