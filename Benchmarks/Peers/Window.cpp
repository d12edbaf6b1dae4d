// Windows of resident pages: a page in at one end, the farthest page out.

#include <algorithm>
#include <deque>
#include <string>

#include "Peer.hpp"

namespace peers {
namespace {

/// One block of rows and one of text a page, in a ring of pages that are used again: no allocation once warm.
class PageSlabs {
  struct Slab {
    std::vector<PeerRow> rows;
    std::vector<uint8_t> text;
  };
  std::vector<Slab> ring;
  size_t first = 0, pageCount = 0;

  Slab &slab(size_t page) {
    const size_t number = first + page;
    return ring[number < ring.size() ? number : number - ring.size()];
  }

 public:
  void open(size_t capacity) { ring.resize(capacity); }
  size_t capacity() const { return ring.size(); }
  size_t count() const { return pageCount; }
  void clear() { pageCount = 0; }

  void dropFirst() {
    first = first + 1 == ring.size() ? 0 : first + 1;
    pageCount -= 1;
  }
  void dropLast() { pageCount -= 1; }
  uint64_t addLast(const PeerPage &page) {
    pageCount += 1;
    return fill(slab(pageCount - 1), page);
  }
  uint64_t addFirst(const PeerPage &page) {
    first = first == 0 ? ring.size() - 1 : first - 1;
    pageCount += 1;
    return fill(slab(0), page);
  }

  size_t rowCount(size_t page) { return slab(page).rows.size(); }
  PeerRow row(size_t page, size_t slot) { return slab(page).rows[slot]; }
  std::span<const uint8_t> text(size_t page, size_t slot) {
    const Slab &held = slab(page);
    const PeerRow &row = held.rows[slot];
    return {held.text.data() + row.textByteOffset, row.textByteCount};
  }

 private:
  static uint64_t fill(Slab &slab, const PeerPage &page) {
    slab.rows.assign(page.rows, page.rows + page.rowCount);
    slab.text.assign(page.text, page.text + page.textByteCount);
    if (slab.rows.empty()) return 0;
    const PeerRow &last = slab.rows.back();
    const uint64_t lastByte =
        last.textByteCount == 0 ? 0 : slab.text[size_t(last.textByteOffset) + last.textByteCount - 1];
    return slab.rows.front().id + lastByte;
  }
};

/// An array of rows a page, each with a string of its own: what one writes first.
class RowArrays {
  struct Row {
    PeerRow row;
    std::string text;
  };
  using Page = std::vector<Row>;
  std::deque<Page> pages;
  size_t pageCapacity = 0;

 public:
  void open(size_t capacity) { pageCapacity = capacity; }
  size_t capacity() const { return pageCapacity; }
  size_t count() const { return pages.size(); }
  void clear() { pages.clear(); }

  void dropFirst() { pages.pop_front(); }
  void dropLast() { pages.pop_back(); }
  uint64_t addLast(const PeerPage &page) { return check(pages.emplace_back(made(page))); }
  uint64_t addFirst(const PeerPage &page) { return check(pages.emplace_front(made(page))); }

  size_t rowCount(size_t page) { return pages[page].size(); }
  PeerRow row(size_t page, size_t slot) { return pages[page][slot].row; }
  std::span<const uint8_t> text(size_t page, size_t slot) {
    const std::string &text = pages[page][slot].text;
    return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
  }

 private:
  static Page made(const PeerPage &page) {
    Page rows;
    rows.reserve(page.rowCount);
    const char *text = reinterpret_cast<const char *>(page.text);
    for (const PeerRow &row : std::span(page.rows, page.rowCount)) {
      rows.push_back({row, std::string(text + row.textByteOffset, row.textByteCount)});
    }
    return rows;
  }
  static uint64_t check(const Page &rows) {
    if (rows.empty()) return 0;
    const std::string &last = rows.back().text;
    return rows.front().row.id + (last.empty() ? 0 : static_cast<uint8_t>(last.back()));
  }
};

template <class Pages> class WindowPeer : public Peer {
  Pages pages;
  size_t rowCount = 0;

  static bool isValid(const PeerPage &page) {
    if ((page.rowCount > 0 && page.rows == nullptr) || (page.textByteCount > 0 && page.text == nullptr)) return false;
    uint64_t end = 0;
    for (const PeerRow &row : std::span(page.rows, page.rowCount)) {
      end = std::max(end, uint64_t(row.textByteOffset) + row.textByteCount);
    }
    return end <= page.textByteCount;
  }

 public:
  size_t count() const override { return rowCount; }

  PeerStatus windowOpen(size_t pageCapacity) override {
    if (pages.capacity() > 0) return PeerStatusNotEmpty;
    pages.open(pageCapacity);
    return PeerStatusOk;
  }

  PeerStatus windowRun(std::span<const PeerPage> run, uint64_t &checksum) override {
    if (pages.capacity() == 0) return PeerStatusOutOfRange;
    for (const PeerPage &page : run) {
      if (!isValid(page)) return PeerStatusOutOfRange;
      const bool isFull = pages.count() == pages.capacity();
      switch (page.place) {
        case PeerPlaceAfter:
          if (isFull) {
            rowCount -= pages.rowCount(0);
            pages.dropFirst();
          }
          checksum += pages.addLast(page);
          break;
        case PeerPlaceBefore:
          if (isFull) {
            rowCount -= pages.rowCount(pages.count() - 1);
            pages.dropLast();
          }
          checksum += pages.addFirst(page);
          break;
        case PeerPlaceJump:
          rowCount = 0;
          pages.clear();
          checksum += pages.addLast(page);
          break;
        default:
          return PeerStatusOutOfRange;
      }
      rowCount += page.rowCount;
    }
    return PeerStatusOk;
  }

  PeerStatus windowRow(size_t rank, PeerRow &row, std::span<uint8_t> text) override {
    for (size_t page = 0; page < pages.count(); rank -= pages.rowCount(page), ++page) {
      if (rank >= pages.rowCount(page)) continue;
      const auto held = pages.text(page, rank);
      if (held.size() > text.size()) return PeerStatusOutOfRange;
      std::copy(held.begin(), held.end(), text.begin());
      row = pages.row(page, rank);
      row.textByteOffset = 0;
      return PeerStatusOk;
    }
    return PeerStatusOutOfRange;
  }
};

}  // namespace

std::vector<Maker> windowMakers() {
  return {
      maker<WindowPeer, PageSlabs>(PeerWorkloadWindow, "C++ page slab", "a ring of recycled pages, copied as blocks"),
      maker<WindowPeer, RowArrays>(PeerWorkloadWindow, "deque of pages", "std::vector of rows with std::string"),
  };
}

}  // namespace peers
