// Stores of items by id with a version and a payload: a hash table over recycled payload blocks.
// A table of ids alone keeps 8 bytes an id; the blocks are what a payload adds.

#include <algorithm>
#include <cstring>
#include <new>
#include <unordered_map>

#include "Entry.hpp"

namespace peers {
namespace {

/// Blocks for payloads, cut from large chunks and used again by size, in classes of 16 bytes: no allocation while
/// items come and go.
class BlockPool {
  static constexpr size_t granule = 16, chunkSize = 256 << 10;
  struct FreeBlock {
    FreeBlock *next;
  };
  std::vector<std::unique_ptr<uint8_t[]>> chunks;
  size_t chunkUsed = chunkSize;
  std::vector<FreeBlock *> freeBlocks = std::vector<FreeBlock *>(byteLimit / granule + 1);

 public:
  static constexpr size_t byteLimit = 65536;
  static size_t sizeClass(size_t byteCount) { return (byteCount + granule - 1) / granule; }

  uint8_t *allocate(size_t sizeClass) {
    if (FreeBlock *block = freeBlocks[sizeClass]) {
      freeBlocks[sizeClass] = block->next;
      return reinterpret_cast<uint8_t *>(block);
    }
    const size_t size = sizeClass * granule;
    if (chunkSize - chunkUsed < size) {
      chunks.push_back(std::make_unique_for_overwrite<uint8_t[]>(chunkSize));
      chunkUsed = 0;
    }
    uint8_t *block = chunks.back().get() + chunkUsed;
    chunkUsed += size;
    return block;
  }
  void free(uint8_t *block, size_t sizeClass) {
    if (sizeClass > 0) freeBlocks[sizeClass] = new (block) FreeBlock{freeBlocks[sizeClass]};
  }
};

struct Item {
  uint8_t *bytes = nullptr;
  uint32_t byteCount = 0;
  uint32_t version = 0;
};

template <class Table> class StorePeer : public Peer {
  Table table;
  BlockPool pool;

  void put(Item &item, std::span<const uint8_t> payload, uint32_t version) {
    const size_t needed = BlockPool::sizeClass(payload.size()), held = BlockPool::sizeClass(item.byteCount);
    if (needed != held) {
      pool.free(item.bytes, held);
      item.byteCount = 0;
      item.bytes = needed == 0 ? nullptr : pool.allocate(needed);
    }
    if (needed > 0) std::memcpy(item.bytes, payload.data(), payload.size());
    item.byteCount = static_cast<uint32_t>(payload.size());
    item.version = version;
  }

  static uint64_t read(const Item &item) {
    const uint64_t sum = item.version + item.byteCount;
    return item.byteCount == 0 ? sum : sum + item.bytes[0] + item.bytes[item.byteCount - 1];
  }

 public:
  size_t count() const override { return table.size(); }

  PeerStatus storeApply(std::span<const PeerStoreStep> steps, std::span<const uint8_t> bytes,
                        PeerStored &stored) override {
    PeerStored sum = {};
    for (const PeerStoreStep &step : steps) {
      switch (step.operation) {
        case PeerStoreOperationUpsert: {
          if (step.byteCount > BlockPool::byteLimit || step.byteOffset > bytes.size() ||
              step.byteCount > bytes.size() - step.byteOffset) {
            return PeerStatusOutOfRange;
          }
          const auto [at, isNew] = table.try_emplace(step.id);
          if (step.version < at->second.version) {
            ++sum.stale;
            break;
          }
          put(at->second, bytes.subspan(step.byteOffset, step.byteCount), step.version);
          isNew ? ++sum.inserted : ++sum.updated;
          break;
        }
        case PeerStoreOperationLookup: {
          const auto at = table.find(step.id);
          if (at == table.end()) {
            ++sum.unknown;
            break;
          }
          sum.checksum += read(at->second);
          ++sum.found;
          break;
        }
        case PeerStoreOperationDelete: {
          const auto at = table.find(step.id);
          if (at == table.end()) {
            ++sum.unknown;
            break;
          }
          pool.free(at->second.bytes, BlockPool::sizeClass(at->second.byteCount));
          table.erase(at);
          ++sum.deleted;
          break;
        }
        default:
          return PeerStatusOutOfRange;
      }
    }
    stored = sum;
    return PeerStatusOk;
  }

  PeerStatus storeRead(uint64_t id, std::span<uint8_t> bytes, size_t &byteCount, uint32_t &version) override {
    const auto at = table.find(id);
    if (at == table.end()) return PeerStatusUnknownId;
    const Item &item = at->second;
    if (bytes.size() < item.byteCount) return PeerStatusOutOfRange;
    std::copy_n(item.bytes, item.byteCount, bytes.begin());
    byteCount = item.byteCount;
    version = item.version;
    return PeerStatusOk;
  }
};

#if PEERS_HAVE_ABSEIL
using FlatTable = absl::flat_hash_map<uint64_t, Item>;
#else
using FlatTable = Absent<AbseilAbsent>;
#endif

inline constexpr const char *storeDetail = "payloads in recycled blocks of 16-byte classes";

}  // namespace

std::vector<Maker> storeMakers() {
  return {
      maker<StorePeer, FlatTable>(PeerWorkloadStore, "absl::flat_hash_map", storeDetail),
      maker<StorePeer, std::unordered_map<uint64_t, Item>>(PeerWorkloadStore, "std::unordered_map", storeDetail),
  };
}

}  // namespace peers
