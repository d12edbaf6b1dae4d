// Order of entries and the table of ids, as every ordered peer uses them.
#pragma once

#include <cstdint>

#include "Peer.hpp"

#if defined(PEERS_USE_ABSEIL) && __has_include(<absl/container/flat_hash_map.h>)
#define PEERS_HAVE_ABSEIL 1
#include <absl/container/flat_hash_map.h>
#else
#define PEERS_HAVE_ABSEIL 0
#include <unordered_map>
#endif

namespace peers {

__extension__ typedef __int128 WideInteger;

/// One 128-bit comparison without a branch: the strongest form for every peer (Source: shared/peers/yard.hpp).
inline WideInteger wide(const PeerEntry &entry) {
  return static_cast<WideInteger>(entry.key) << 64 | entry.id;
}

struct EntryOrder {
  bool operator()(const PeerEntry &left, const PeerEntry &right) const { return wide(left) < wide(right); }
};

inline bool isSame(const PeerEntry &left, const PeerEntry &right) { return wide(left) == wide(right); }

#if PEERS_HAVE_ABSEIL
template <class Value> using IdTable = absl::flat_hash_map<uint64_t, Value>;
inline constexpr const char *idTableDetail = "ids in absl::flat_hash_map";
#else
template <class Value> using IdTable = std::unordered_map<uint64_t, Value>;
inline constexpr const char *idTableDetail = "ids in std::unordered_map (Abseil is absent)";
#endif

struct AbseilAbsent {
  static constexpr const char *text = "built without Abseil (Debian: libabsl-dev)";
};

}  // namespace peers
