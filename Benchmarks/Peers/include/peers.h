// The peers of ListCore: what others use for the work of a long list, in C++, behind this one C header.
//
// Order, units and words are ListCore's: entries ascend by (key, id), rank 0 is the smallest, heights are integers of
// 1/64 pt, versions rise. Events come in as arrays of plain structs, so ours and theirs work on the same ones; a call
// does a whole batch inside, so no call overhead falls on a peer. A peer has one owner and no lock.
// Each workload is what a long list does all day, at its strongest form in C++.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PEER_ENUM __attribute__((enum_extensibility(closed)))

/// How a call ended; a call that is not `Ok` says nothing about its outputs and leaves the peer usable.
typedef enum PEER_ENUM PeerStatus : uint8_t {
  PeerStatusOk,
  PeerStatusNull,         ///< A pointer that must be given is null.
  PeerStatusUnknownPeer,  ///< No peer of this name does this workload.
  PeerStatusMissing,      ///< The peer's library was absent when this was built; its descriptor says which.
  PeerStatusUnsupported,  ///< The peer's workload has no such call.
  PeerStatusOutOfRange,   ///< A rank, y, height, size, text range or enum value outside what the call takes.
  PeerStatusUnknownId,    ///< The peer does not hold the id.
  PeerStatusRepeatedId,   ///< An id twice where ids must be unique.
  PeerStatusNotEmpty,     ///< The peer was built before.
  PeerStatusNoMemory
} PeerStatus;

/// What a peer is made for; it decides which calls the peer takes.
typedef enum PEER_ENUM PeerWorkload : uint8_t {
  PeerWorkloadOrdered,             ///< Build, Apply, Scan, Export, Count
  PeerWorkloadRanked,              ///< the same, and Ranks, Select
  PeerWorkloadPageMerge,           ///< Build, MergePage, Export, Count; a known id is a repeat or a move
  PeerWorkloadVersionedPageMerge,  ///< the same with a version kept for each id; older rows are dropped
  PeerWorkloadRunUnion,            ///< Union
  PeerWorkloadHeights,             ///< HeightsBuild, HeightsApply, Count
  PeerWorkloadStore,               ///< StoreApply, StoreRead, Count
  PeerWorkloadWindow,              ///< WindowOpen, WindowRun, WindowRow, Count
  PeerWorkloadLimit                ///< LimitPrepare, LimitRun
} PeerWorkload;

/// One peer in one workload. The strings live as long as the program.
typedef struct PeerDescriptor {
  const char *name;     ///< As reports print it: `std::set + hash`.
  const char *detail;   ///< What it is made of here, such as which hash table.
  const char *missing;  ///< Null if the peer can be made here, else why it cannot.
  PeerWorkload workload;
} PeerDescriptor;

typedef struct Peer Peer;

/// All peers, the missing ones too, in the order that a report lists them. Null if `count` is.
const PeerDescriptor *peersAll(size_t *count);
/// Makes an empty peer. The caller destroys it.
PeerStatus peerCreate(const char *name, PeerWorkload workload, Peer **peer);
/// Destroys a peer; null is allowed.
void peerDestroy(Peer *peer);
/// How many entries, rows or items the peer holds.
PeerStatus peerCount(const Peer *peer, size_t *count);

// Ordered lists.

typedef struct PeerEntry {
  int64_t key;
  uint64_t id;
} PeerEntry;

typedef enum PEER_ENUM PeerChangeKind : uint8_t {
  PeerChangeKindInsert,  ///< Of a held id: a move.
  PeerChangeKindMove,
  PeerChangeKindDelete,
  PeerChangeKindUpdate   ///< Content alone: the id is looked up, its key stays.
} PeerChangeKind;

typedef struct PeerChange {
  int64_t key;
  uint64_t id;
  PeerChangeKind kind;
} PeerChange;

/// What a batch of changes did. `unknown` counts moves, deletes and updates of ids that are not held: they do nothing.
typedef struct PeerApplied {
  size_t inserted, moved, deleted, updated, unknown;
} PeerApplied;

/// Fills an empty peer. Ids are unique; ascending entries are the fast case, any order is right.
PeerStatus peerBuild(Peer *peer, const PeerEntry *entries, size_t count);
/// Applies changes by id, one after the other; stops at the first enum value that is none.
PeerStatus peerApply(Peer *peer, const PeerChange *changes, size_t count, PeerApplied *applied);
/// Writes the rank of each id.
PeerStatus peerRanks(Peer *peer, const uint64_t *ids, size_t count, uint64_t *ranks);
/// Writes the id at each rank.
PeerStatus peerSelect(Peer *peer, const uint64_t *ranks, size_t count, uint64_t *ids);
/// From the first entry not before each start, adds up the ids of the next `length` entries (fewer at the end).
PeerStatus peerScan(Peer *peer, const PeerEntry *starts, size_t count, size_t length, uint64_t *checksum);
/// Writes all entries in order.
PeerStatus peerExport(Peer *peer, PeerEntry *entries, size_t capacity, size_t *count);

// Page merges.

/// A row of a page: field for field `Page.Row` of ListCore.
typedef struct PeerRow {
  int64_t key;
  uint64_t id;
  uint32_t version;
  uint32_t textByteOffset;
  uint32_t textByteCount;
} PeerRow;

/// What became of a page's rows; they add up to its row count. Without versions `updated` and `stale` are 0.
typedef struct PeerMerged {
  size_t inserted;  ///< New id.
  size_t moved;     ///< Known id, another key, not older.
  size_t updated;   ///< Known id, the same key, newer.
  size_t repeated;  ///< Known id, nothing new.
  size_t stale;     ///< Known id, older version: dropped.
} PeerMerged;

/// Merges one page by id. Ascending rows are the fast case; any order and repeats inside the page are right.
PeerStatus peerMergePage(Peer *peer, const PeerRow *rows, size_t count, PeerMerged *merged);
/// Writes the union of two strictly ascending runs; `capacity` is at least the sum of their counts.
PeerStatus peerUnion(Peer *peer, const PeerEntry *first, size_t firstCount, const PeerEntry *second,
                     size_t secondCount, PeerEntry *result, size_t capacity, size_t *resultCount);

// Row heights.

typedef enum PEER_ENUM PeerHeightOperation : uint8_t {
  PeerHeightOperationYOfRank,   ///< `position` is a rank up to the count; the answer is its y.
  PeerHeightOperationRankAtY,   ///< `position` is a y from 0; the answer is the rank, the count from the end on.
  PeerHeightOperationSet,       ///< Sets the height at a rank.
  PeerHeightOperationInsert,    ///< Inserts a row before a rank up to the count.
  PeerHeightOperationDelete     ///< Deletes the row at a rank.
} PeerHeightOperation;

typedef struct PeerHeightStep {
  int64_t position;
  int32_t height;  ///< From 0, in 1/64 pt; of `Set` and `Insert`.
  PeerHeightOperation operation;
} PeerHeightStep;

/// Fills an empty peer with rows.
PeerStatus peerHeightsBuild(Peer *peer, const int32_t *heights, size_t count);
/// Runs the steps and writes one answer for each (0 for edits); stops at the first one out of range.
PeerStatus peerHeightsApply(Peer *peer, const PeerHeightStep *steps, size_t count, int64_t *answers);

// Stores of items by id.

typedef enum PEER_ENUM PeerStoreOperation : uint8_t {
  PeerStoreOperationUpsert,  ///< An older version never overwrites a newer; an equal one does.
  PeerStoreOperationLookup,  ///< Reads the version, the length, the first and the last byte.
  PeerStoreOperationDelete   ///< Forgets the id and its version.
} PeerStoreOperation;

typedef struct PeerStoreStep {
  uint64_t id;
  uint64_t byteOffset;  ///< Where the payload of an upsert lies in the call's bytes.
  uint32_t byteCount;   ///< Up to 65,536.
  uint32_t version;
  PeerStoreOperation operation;
} PeerStoreStep;

/// What a batch did; `checksum` adds up what lookups read.
typedef struct PeerStored {
  size_t inserted, updated, stale, found, deleted, unknown;
  uint64_t checksum;
} PeerStored;

/// Runs the steps; stops at the first one out of range.
PeerStatus peerStoreApply(Peer *peer, const PeerStoreStep *steps, size_t count, const uint8_t *bytes,
                          size_t byteCount, PeerStored *stored);
/// Copies out one item's payload and its version.
PeerStatus peerStoreRead(Peer *peer, uint64_t id, uint8_t *bytes, size_t capacity, size_t *byteCount,
                         uint32_t *version);

// Windows of resident pages.

typedef enum PEER_ENUM PeerPlace : uint8_t {
  PeerPlaceAfter,   ///< Behind the window's last page; a full window drops its first.
  PeerPlaceBefore,  ///< Before the window's first page; a full window drops its last.
  PeerPlaceJump     ///< Elsewhere: the window drops all it has.
} PeerPlace;

typedef struct PeerPage {
  const PeerRow *rows;
  size_t rowCount;
  const uint8_t *text;
  size_t textByteCount;
  PeerPlace place;
} PeerPage;

/// Opens an empty window of at most `pageCapacity` pages, from 1.
PeerStatus peerWindowOpen(Peer *peer, size_t pageCapacity);
/// Takes in pages one after the other; `checksum` adds up the first id and the last text byte of each as resident.
PeerStatus peerWindowRun(Peer *peer, const PeerPage *pages, size_t count, uint64_t *checksum);
/// Copies out one resident row and its text; ranks count from the window's first row, `row`'s text starts at 0.
PeerStatus peerWindowRow(Peer *peer, size_t rank, PeerRow *row, uint8_t *text, size_t capacity);

// What the machine allows. The caller times `peerLimitRun`.

/// Makes the memory ready: of `limit: memcpy` and `limit: malloc pair` bytes, of random reads entries of 16 bytes.
PeerStatus peerLimitPrepare(Peer *peer, size_t size);
/// Copies the bytes, follows or makes random reads, or allocates and frees, `operations` times.
PeerStatus peerLimitRun(Peer *peer, size_t operations, uint64_t *checksum);

#ifdef __cplusplus
}
#endif
