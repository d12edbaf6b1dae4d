// Page merges by id into an ordered list, and unions of two sorted runs.

#include "ListPeer.hpp"

namespace peers {
namespace {

template <class List> class PageMergePeer : public ListPeer<List> {
  using ListPeer<List>::list;

 public:
  PeerStatus mergePage(std::span<const PeerRow> rows, PeerMerged &merged) override {
    PeerMerged sum = {};
    auto hint = list.openPage();
    for (const PeerRow &row : rows) {
      switch (list.merge(row, hint)) {
        case Merged::inserted: ++sum.inserted; break;
        case Merged::moved: ++sum.moved; break;
        case Merged::updated: ++sum.updated; break;
        case Merged::repeated: ++sum.repeated; break;
        case Merged::stale: ++sum.stale; break;
      }
    }
    list.closePage();
    merged = sum;
    return PeerStatusOk;
  }
};

using Run = std::span<const PeerEntry>;

struct StandardUnion {
  static PeerEntry *unite(Run first, Run second, PeerEntry *result) {
    return std::set_union(first.begin(), first.end(), second.begin(), second.end(), result, KeyFirstOrder());
  }
};

/// Both runs advance by the results of comparisons, so no branch depends on the data.
struct BranchFreeUnion {
  static PeerEntry *unite(Run first, Run second, PeerEntry *result) {
    const PeerEntry *left = first.data(), *leftEnd = left + first.size();
    const PeerEntry *right = second.data(), *rightEnd = right + second.size();
    while (left < leftEnd && right < rightEnd) {
      const WideInteger leftPlace = wide(*left), rightPlace = wide(*right);
      const bool takesLeft = leftPlace <= rightPlace, takesRight = rightPlace <= leftPlace;
      *result++ = *(takesLeft ? left : right);
      left += takesLeft;
      right += takesRight;
    }
    return std::copy(right, rightEnd, std::copy(left, leftEnd, result));
  }
};

template <class Union> class UnionPeer : public Peer {
 public:
  PeerStatus unite(Run first, Run second, PeerEntry *result, size_t &count) override {
    count = Union::unite(first, second, result) - result;
    return PeerStatusOk;
  }
};

}  // namespace

std::vector<Maker> pageMergeMakers() {
  std::vector<Maker> makers = listMakers<PageMergePeer>(PeerWorkloadPageMerge);
  for (const Maker &versioned : listMakers<PageMergePeer, true>(PeerWorkloadVersionedPageMerge)) {
    makers.push_back(versioned);
  }
  makers.push_back(maker<UnionPeer, StandardUnion>(PeerWorkloadRunUnion, "std::set_union", "the standard library's"));
  makers.push_back(
      maker<UnionPeer, BranchFreeUnion>(PeerWorkloadRunUnion, "branch-free union", "two pointers, no branch on data"));
  return makers;
}

}  // namespace peers
