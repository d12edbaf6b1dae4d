// What the machine allows: copying, random reads that wait for each other and that do not, allocator pairs.

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "Peer.hpp"

namespace peers {
namespace {

/// Makes the compiler believe that the value is used.
inline void keep(uint64_t value) { asm volatile("" ::"r"(value) : "memory"); }

/// splitmix64. Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
struct Random {
  uint64_t state;

  uint64_t next() {
    uint64_t mixed = state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
  }
  uint64_t below(uint64_t bound) {
    __extension__ typedef unsigned __int128 Wide;
    return static_cast<uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
  }
};

/// Memory of the system's own, touched, in huge pages where the system has them.
class Mapping {
  void *start = nullptr;
  size_t size = 0;

 public:
  Mapping() = default;
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;
  ~Mapping() {
    if (start != nullptr) munmap(start, size);
  }

  uint8_t *bytes() const { return static_cast<uint8_t *>(start); }

  void map(size_t byteCount) {
    void *mapped = mmap(nullptr, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    if (start != nullptr) munmap(start, size);
    start = mapped;
    size = byteCount;
#ifdef MADV_HUGEPAGE
    madvise(start, size, MADV_HUGEPAGE);
#endif
    std::memset(start, 1, size);
  }
};

class Copies {
  Mapping source, target;
  size_t size = 0;

 public:
  void prepare(size_t byteCount) {
    source.map(byteCount);
    target.map(byteCount);
    size = byteCount;
  }
  uint64_t run(size_t operations) {
    for (size_t copy = 0; copy < operations; ++copy) {
      std::memcpy(target.bytes(), source.bytes(), size);
      keep(target.bytes()[copy % size]);
    }
    return operations;
  }
};

/// Entries of 16 bytes in one random cycle.
class Cycle {
  struct Entry {
    uint64_t next, value;
  };
  Mapping mapping;

 protected:
  size_t count = 0;
  Entry *entries() const { return reinterpret_cast<Entry *>(mapping.bytes()); }

 public:
  void prepare(size_t entryCount) {
    if (entryCount > SIZE_MAX / sizeof(Entry)) throw std::bad_alloc();
    mapping.map(entryCount * sizeof(Entry));
    count = entryCount;
    for (size_t number = 0; number < count; ++number) entries()[number] = {number, number};
    // Sattolo's shuffle leaves one cycle through all entries.
    Random random{3};
    for (size_t last = count - 1; last > 0; --last) std::swap(entries()[last].next, entries()[random.below(last)].next);
  }
};

class DependentReads : public Cycle {
 public:
  uint64_t run(size_t operations) {
    uint64_t at = 0;
    for (size_t read = 0; read < operations; ++read) at = entries()[at].next;
    return at;
  }
};

class IndependentReads : public Cycle {
 public:
  uint64_t run(size_t operations) {
    Random random{1};
    uint64_t sum = 0;
    for (size_t read = 0; read < operations; ++read) sum += entries()[random.below(count)].value;
    return sum;
  }
};

class AllocatorPairs {
  size_t size = 0;

 public:
  void prepare(size_t byteCount) { size = byteCount; }
  uint64_t run(size_t operations) {
    for (size_t pair = 0; pair < operations; ++pair) {
      void *block = std::malloc(size);
      if (block == nullptr) throw std::bad_alloc();
      keep(reinterpret_cast<uint64_t>(block));
      std::free(block);
    }
    return operations;
  }
};

template <class Probe> class LimitPeer : public Peer {
  Probe probe;
  bool isPrepared = false;

 public:
  PeerStatus limitPrepare(size_t size) override {
    probe.prepare(size);
    isPrepared = true;
    return PeerStatusOk;
  }
  PeerStatus limitRun(size_t operations, uint64_t &checksum) override {
    if (!isPrepared) return PeerStatusOutOfRange;
    checksum = probe.run(operations);
    return PeerStatusOk;
  }
};

}  // namespace

std::vector<Maker> limitMakers() {
  constexpr PeerWorkload limit = PeerWorkloadLimit;
  return {
      maker<LimitPeer, Copies>(limit, "limit: memcpy", "bytes copied, huge pages if any"),
      maker<LimitPeer, DependentReads>(limit, "limit: random read, dependent", "16-byte entries in one cycle"),
      maker<LimitPeer, IndependentReads>(limit, "limit: random read, independent", "16-byte entries, random numbers"),
      maker<LimitPeer, AllocatorPairs>(limit, "limit: malloc pair", "the program's allocator, one block at a time"),
  };
}

}  // namespace peers
