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

/// An entry as one number in list order.
inline WideInteger wide(const PeerEntry &entry) {
  return static_cast<WideInteger>(entry.key) << 64 | entry.id;
}

/// One 128-bit comparison without a branch: the strongest form for arrays, B-trees and Boost.
struct EntryOrder {
  bool operator()(const PeerEntry &left, const PeerEntry &right) const { return wide(left) < wide(right); }
};

/// The key first, then a branch that is seldom taken.
///
/// MEASURED: with clang, upserts into 10^4 entries of `std::set` cost 155 ns instead of 175, of pb_ds 330 instead of
/// 375; absl::btree_set and page merges into Boost's tree become slower.
struct KeyFirstOrder {
  bool operator()(const PeerEntry &left, const PeerEntry &right) const {
    return left.key < right.key || (left.key == right.key && left.id < right.id);
  }
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
