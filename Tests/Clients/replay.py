"""Replays a dataset with plain lists and checks live counts, hashes and expected answers: replay.py DIR"""
import bisect, json, sys
def lines(name): return [json.loads(line) for line in open(f"{sys.argv[1]}/{name}", encoding="utf-8")]
items, events, summary, M = lines("items.ndjson"), lines("events.ndjson"), lines("expected/summary.json")[0], (1 << 64) - 1
sign = -1 if json.load(open(f"{sys.argv[1]}/manifest.json"))["parameters"]["order"] == "newestFirst" else 1
def mix(x): x &= M; x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & M; x = (x ^ x >> 27) * 0x94D049BB133111EB & M; return x ^ x >> 31
def row_hash(i, key, version): return mix(mix(mix(i + 0x9E3779B97F4A7C15) + (-1 << 63 if key is None else key)) + version)
def place(i, key): return (key is None, sign * (key or 0), sign * i)
class Live:  # rows: id -> (key, version, hidden, compact height); places: where they stand, ascending
    def __init__(self):
        self.rows = {int(r["id"]): (r["key"], r["version"], r["hidden"], r["heights"]["compact"]) for r in items}
        self.places, self.seq, self.moved, self.away = sorted(place(i, r[0]) for i, r in self.rows.items()), 0, set(), {i for i, r in self.rows.items() if r[2]}
    def advance(self, to, end=summary["events"]):
        for e in events[self.seq:min(to, end)]:
            i, old, item, self.seq = int(e["id"]), self.rows.pop(int(e["id"]), None), e.get("item"), self.seq + 1
            if old: del self.places[bisect.bisect_left(self.places, place(i, old[0]))]
            self.moved |= {i} if e["op"] in ("move", "insert") else set()
            self.away |= {i} if e["op"] in ("delete", "insert") or item and item["hidden"] else set()
            if e["op"] != "delete":
                self.rows[i] = (e["key"], e["version"], *((item["hidden"], item["heights"]["compact"]) if item else old[2:]))
                bisect.insort(self.places, place(i, e["key"]))
        return self
    def take(self, a=0, b=None): return [(p[2] * sign, *self.rows[p[2] * sign]) for p in self.places[a:b]]
def check(name, mine, theirs): assert mine == theirs, f"{name}: {str(mine)[:300]} is not {str(theirs)[:300]}"
snap = Live(); check("order", [str(r[0]) for r in snap.take()], [r["id"] for r in items])
for s in lines("expected/sessions.ndjson"):
    live, shown, pages, far, last, ended, size = Live(), [], [], None, None, False, s["pageSize"]
    def inside(p): return (not s["start"] or p >= snap.places[s["start"]]) and (ended or far is not None and p <= far)
    for fetch in range(max(1, summary["pages"] // (10 if s["start"] else 1))):
        live.advance(fetch * s["churn"]); n = s["start"] + fetch * size
        if s["method"] in ("snapshot", "idsFirst"): found = snap.take(n, n + size)
        elif last is None or s["method"].startswith("offset"): found = live.take(n, n + size)
        elif s["method"] == "keysetKeyOnly": found = [r for r in live.take() if None not in (r[1], last[1]) and sign * r[1] > sign * last[1]][:size]
        else: found = live.take(bisect.bisect_right(live.places, place(last[0], (live.rows if s["method"] == "cursor" else {}).get(last[0], last[1:])[0])))[:size]
        far, last, ended = max([place(*r[:2]) for r in found] + ([far] if far else []), default=None), (found or [last])[-1], len(found) < size
        page = [(r[0], *live.rows[r[0]]) for r in found if r[0] in live.rows] if s["method"] == "idsFirst" else found
        page = [r for r in page if not r[3] and not (s["method"] == "offsetDedupe" and r[0] in {x[0] for x in shown})]
        shown, pages = shown + page, pages + [[str(r[0]) for r in page]]
        if ended: break
    shown = [r for r in live.take() if inside(place(*r[:2])) and not r[3]] if s["method"] == "changesSince" else shown
    ids, left = [r[0] for r in shown], {i: r for i, r in live.rows.items() if not r[2]}; first, there = dict.fromkeys(ids), [i for i in ids if i in left]
    unseen = [i for i in (r[0] for r in live.take()) if i not in live.away and i not in first and inside(place(i, live.rows[i][0]))]
    mine = {"repeated": sorted((i for i in first if ids.count(i) > 1), key=lambda i: ids.index(i, ids.index(i) + 1)), "skipped": [i for i in unseen if i not in live.moved],
            "movedPast": [i for i in unseen if i in live.moved], "deleted": [i for i in first if i not in left], "stale": [i for i in first if i in left and max(r[2] for r in shown if r[0] == i) < left[i][1]],
            "outOfOrder": list(dict.fromkeys(b for a, b in zip(there, there[1:]) if place(b, left[b][0]) < place(a, left[a][0])))}
    for name in mine: check(name, [len(mine[name]), [str(i) for i in mine[name][:1000]]], [s["counts"][name], s[name]])
    check("session", [live.seq, pages, len(ids), s.get("final", [str(i) for i in ids])], [s["seq"], s["pages"], s["counts"]["shown"], [str(i) for i in ids]])
rows, live, whole = [], Live(), Live()
for d in lines("expected/diffs.ndjson"):  # take out, put in by ascending `to`
    out = {e["id"] for e in d["deletes"] + d["moves"]}; rows = [i for i in rows if i not in out]
    for e in sorted(d["inserts"] + d["moves"], key=lambda e: e["to"]): rows.insert(e["to"], e["id"])
    check("diff", [rows, rows], [d["rows"], [str(r[0]) for r in live.advance(d["seq"]).take(0, 100) if not r[3]]])
for a in lines("expected/anchors.ndjson"):
    lo, hi = a["firstRank"], a["firstRank"] + a["rowCount"]; live = Live().advance(a["seq"])
    window = [r for r in live.take() if (not lo or place(*r[:2]) >= snap.places[lo]) and (hi == len(items) or place(*r[:2]) <= snap.places[hi - 1]) and not r[3]]
    y = sum(r[4] for r in window[:[str(r[0]) for r in window].index(a["id"])]); content = sum(r[4] for r in window)
    check("anchor", [y, content, max(0, min(y - a["top"], content - a["viewport"]))], [a["y"], a["contentHeight"], a["scrollY"]])
for e in lines("expected/epochs.ndjson"):
    check("epoch", [len(whole.advance(e["seq"], len(events)).rows), str(sum(row_hash(*r[:3]) for r in whole.take()) & M)], [e["live"], e["hash"]])
print(f"{sys.argv[1]}: {len(items)} items, {len(events)} events, all answers are right")
