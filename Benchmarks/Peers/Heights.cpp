// Row heights: y of a rank, rank at a y, heights set, rows inserted and deleted.

#include <algorithm>
#include <cstring>
#include <numeric>

#include "Peer.hpp"

namespace peers {
namespace {

/// A Fenwick tree over single rows: the strongest for fixed rows; an inserted or deleted row builds it anew.
class FenwickSums {
  std::vector<int32_t> heights;
  /// `sums[i]`, i from 1: the heights of the `i & -i` rows before rank i.
  std::vector<int64_t> sums;
  /// The largest power of two up to the count.
  size_t top = 0;

  static size_t lowestBit(size_t number) { return number & (~number + 1); }

  void index() {
    const size_t count = heights.size();
    sums.assign(count + 1, 0);
    for (size_t number = 1; number <= count; ++number) {
      sums[number] += heights[number - 1];
      const size_t parent = number + lowestBit(number);
      if (parent <= count) sums[parent] += sums[number];
    }
    for (top = 1; top * 2 <= count;) top *= 2;
  }

 public:
  size_t count() const { return heights.size(); }

  void build(std::span<const int32_t> rows) {
    heights.assign(rows.begin(), rows.end());
    index();
  }
  int64_t yOfRank(size_t rank) const {
    int64_t y = 0;
    for (; rank > 0; rank -= lowestBit(rank)) y += sums[rank];
    return y;
  }
  size_t rankAtY(int64_t y) const {
    size_t rank = 0;
    for (size_t step = top; step > 0; step /= 2) {
      if (rank + step <= heights.size() && sums[rank + step] <= y) {
        rank += step;
        y -= sums[rank];
      }
    }
    return rank;
  }
  void set(size_t rank, int32_t height) {
    const int64_t growth = static_cast<int64_t>(height) - heights[rank];
    heights[rank] = height;
    for (size_t number = rank + 1; number <= heights.size(); number += lowestBit(number)) sums[number] += growth;
  }
  void insert(size_t rank, int32_t height) {
    heights.insert(heights.begin() + rank, height);
    index();
  }
  void erase(size_t rank) {
    heights.erase(heights.begin() + rank);
    index();
  }
};

/// Blocks of up to 256 heights under flat arrays of sums and counts, with a level above for 64 blocks each: the
/// strongest where rows come and go.
class BlockedSums {
  static constexpr size_t blockCapacity = 256, blockFill = 192, groupSize = 64;
  struct Block {
    uint32_t count;
    int32_t heights[blockCapacity];
  };
  struct Position {
    size_t block;
    size_t slot;
    int64_t y;
  };

  /// At least one block, also for no row.
  std::vector<std::unique_ptr<Block>> blocks;
  std::vector<int64_t> blockSums, groupSums;
  std::vector<uint32_t> blockCounts;
  std::vector<size_t> groupCounts;
  size_t rowCount = 0;

  void indexBlock(size_t block) {
    const Block &rows = *blocks[block];
    blockCounts[block] = rows.count;
    blockSums[block] = std::accumulate(rows.heights, rows.heights + rows.count, int64_t(0));
  }
  void indexGroups() {
    const size_t groups = (blocks.size() + groupSize - 1) / groupSize;
    groupSums.assign(groups, 0);
    groupCounts.assign(groups, 0);
    for (size_t block = 0; block < blocks.size(); ++block) {
      groupSums[block / groupSize] += blockSums[block];
      groupCounts[block / groupSize] += blockCounts[block];
    }
  }
  void grow(size_t block, int64_t rows, int64_t height) {
    blockCounts[block] += rows;
    blockSums[block] += height;
    groupCounts[block / groupSize] += rows;
    groupSums[block / groupSize] += height;
    rowCount += rows;
  }
  void split(size_t block) {
    auto second = std::make_unique<Block>();
    Block &first = *blocks[block];
    first.count = second->count = blockCapacity / 2;
    std::copy_n(first.heights + first.count, second->count, second->heights);
    blocks.insert(blocks.begin() + block + 1, std::move(second));
    blockSums.insert(blockSums.begin() + block + 1, 0);
    blockCounts.insert(blockCounts.begin() + block + 1, 0);
    indexBlock(block);
    indexBlock(block + 1);
    indexGroups();
  }

  Position position(size_t rank) const {
    int64_t y = 0;
    size_t group = 0;
    for (; group + 1 < groupCounts.size() && rank >= groupCounts[group]; ++group) {
      rank -= groupCounts[group];
      y += groupSums[group];
    }
    size_t block = group * groupSize;
    for (; block + 1 < blocks.size() && rank >= blockCounts[block]; ++block) {
      rank -= blockCounts[block];
      y += blockSums[block];
    }
    return {block, rank, y};
  }

 public:
  size_t count() const { return rowCount; }

  void build(std::span<const int32_t> rows) {
    rowCount = rows.size();
    blocks.clear();
    do {
      auto block = std::make_unique<Block>();
      block->count = std::min(blockFill, rows.size());
      std::copy_n(rows.begin(), block->count, block->heights);
      rows = rows.subspan(block->count);
      blocks.push_back(std::move(block));
    } while (!rows.empty());
    blockSums.resize(blocks.size());
    blockCounts.resize(blocks.size());
    for (size_t block = 0; block < blocks.size(); ++block) indexBlock(block);
    indexGroups();
  }
  int64_t yOfRank(size_t rank) const {
    const Position at = position(rank);
    const int32_t *heights = blocks[at.block]->heights;
    return std::accumulate(heights, heights + at.slot, at.y);
  }
  size_t rankAtY(int64_t y) const {
    size_t rank = 0, group = 0;
    for (; group + 1 < groupSums.size() && y >= groupSums[group]; ++group) {
      y -= groupSums[group];
      rank += groupCounts[group];
    }
    size_t block = group * groupSize;
    for (; block + 1 < blocks.size() && y >= blockSums[block]; ++block) {
      y -= blockSums[block];
      rank += blockCounts[block];
    }
    const Block &rows = *blocks[block];
    size_t slot = 0;
    for (; slot < rows.count && y >= rows.heights[slot]; ++slot) y -= rows.heights[slot];
    return rank + slot;
  }
  void set(size_t rank, int32_t height) {
    const Position at = position(rank);
    int32_t &held = blocks[at.block]->heights[at.slot];
    grow(at.block, 0, static_cast<int64_t>(height) - held);
    held = height;
  }
  void insert(size_t rank, int32_t height) {
    Position at = position(rank);
    if (blocks[at.block]->count == blockCapacity) {
      split(at.block);
      at = position(rank);
    }
    Block &rows = *blocks[at.block];
    int32_t *slot = rows.heights + at.slot;
    std::memmove(slot + 1, slot, (rows.count - at.slot) * sizeof(int32_t));
    *slot = height;
    rows.count += 1;
    grow(at.block, 1, height);
  }
  void erase(size_t rank) {
    const Position at = position(rank);
    Block &rows = *blocks[at.block];
    int32_t *slot = rows.heights + at.slot;
    grow(at.block, -1, -static_cast<int64_t>(*slot));
    rows.count -= 1;
    std::memmove(slot, slot + 1, (rows.count - at.slot) * sizeof(int32_t));
  }
};

template <class Sums> class HeightsPeer : public Peer {
  Sums sums;

  bool isRow(int64_t rank) const { return rank >= 0 && static_cast<size_t>(rank) < sums.count(); }
  bool isPlace(int64_t rank) const { return rank >= 0 && static_cast<size_t>(rank) <= sums.count(); }

 public:
  HeightsPeer() { sums.build({}); }
  size_t count() const override { return sums.count(); }

  PeerStatus heightsBuild(std::span<const int32_t> heights) override {
    if (sums.count() > 0) return PeerStatusNotEmpty;
    if (std::any_of(heights.begin(), heights.end(), [](int32_t height) { return height < 0; })) {
      return PeerStatusOutOfRange;
    }
    sums.build(heights);
    return PeerStatusOk;
  }

  PeerStatus heightsApply(std::span<const PeerHeightStep> steps, int64_t *answers) override {
    for (const PeerHeightStep &step : steps) {
      int64_t answer = 0;
      switch (step.operation) {
        case PeerHeightOperationYOfRank:
          if (!isPlace(step.position)) return PeerStatusOutOfRange;
          answer = sums.yOfRank(step.position);
          break;
        case PeerHeightOperationRankAtY:
          if (step.position < 0) return PeerStatusOutOfRange;
          answer = sums.rankAtY(step.position);
          break;
        case PeerHeightOperationSet:
          if (!isRow(step.position) || step.height < 0) return PeerStatusOutOfRange;
          sums.set(step.position, step.height);
          break;
        case PeerHeightOperationInsert:
          if (!isPlace(step.position) || step.height < 0) return PeerStatusOutOfRange;
          sums.insert(step.position, step.height);
          break;
        case PeerHeightOperationDelete:
          if (!isRow(step.position)) return PeerStatusOutOfRange;
          sums.erase(step.position);
          break;
        default:
          return PeerStatusOutOfRange;
      }
      *answers++ = answer;
    }
    return PeerStatusOk;
  }
};

}  // namespace

std::vector<Maker> heightsMakers() {
  return {
      maker<HeightsPeer, FenwickSums>(PeerWorkloadHeights, "Fenwick tree", "12 bytes a row, built anew by row edits"),
      maker<HeightsPeer, BlockedSums>(PeerWorkloadHeights, "blocked sums", "blocks of 256 rows, groups of 64 blocks"),
  };
}

}  // namespace peers
