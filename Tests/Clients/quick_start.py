"""The pytest sample of Fixtures/quick-start.md, on a golden dataset: runs with pytest, or alone with python3."""
import json, pathlib, sys

FEED = pathlib.Path(__file__).parents[2] / "Fixtures/golden/timeline"
def read(name): return [json.loads(line) for line in open(FEED / name)]
ITEMS, EVENTS = read("items.ndjson"), read("events.ndjson")
SESSIONS = [s for s in read("expected/sessions.ndjson") if s["method"] == "offsetDedupe"]

class Server:                       # a list in memory: replace it by yours
    def __init__(self): self.rows, self.seq = {row["id"]: row for row in ITEMS}, 0
    def apply_up_to(self, seq):
        for event in EVENTS[self.seq : seq]:
            if event["op"] == "delete": del self.rows[event["id"]]
            elif event["op"] == "move":
                self.rows[event["id"]] = self.rows[event["id"]] | {"key": event["key"], "version": event["version"]}
            else: self.rows[event["id"]] = event["item"]
        self.seq = max(self.seq, min(seq, len(EVENTS)))
    def page(self, offset, limit):
        rows = sorted(self.rows.values(), key=lambda row: (row["key"], int(row["id"])), reverse=True)
        return rows[offset : offset + limit]

class Client:                       # pages by offset and drops what it shows already: replace it by yours
    def __init__(self, server, start): self.server, self.offset, self.shown = server, start, set()
    def next_page(self, limit):
        page = [row["id"] for row in self.server.page(self.offset, limit) if row["id"] not in self.shown]
        self.offset += limit; self.shown |= set(page)
        return page

def run(session):
    client = Client(Server(), session["start"])
    for fetch, page in enumerate(session["pages"]):
        client.server.apply_up_to(fetch * session["churn"])
        assert client.next_page(session["pageSize"]) == page, (session["start"], session["churn"], fetch)

try:
    import pytest
    test_session = pytest.mark.parametrize("session", SESSIONS)(run)
except ImportError:
    pass

if __name__ == "__main__":
    for session in SESSIONS: run(session)
    print(f"{len(SESSIONS)} sessions as expected")
