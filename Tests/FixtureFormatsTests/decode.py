"""Decodes every layout of one dataset with the standard library, and compares it with the NDJSON.

Usage: decode.py FOLDER, with the layouts in folders of their names.
"""
import csv, json, sqlite3, sys

folder = sys.argv[1]
lines = lambda name: [json.loads(line) for line in open(f"{folder}/{name}", encoding="utf-8")]
items, events = lines("ndjson/items.ndjson"), lines("ndjson/events.ndjson")


def item(row):
    image = row["image"] or {}
    return [row["id"], row["key"], row["version"], row["author"], row["own"], row["status"],
            row["hidden"], row["parent"], row["title"], row["body"], row["counts"]["replies"],
            row["counts"]["reactions"], image.get("width"), image.get("height"), image.get("color"),
            image.get("blurHash"), row["heights"]["compact"], row["heights"]["regular"],
            row["estimate"]]


def event(row):
    return [row["seq"], row["at"], row["op"], row["id"], row["key"], row["version"],
            row["implied"]] + (item(row["item"])[3:] if "item" in row else [None] * 16)


flat = {"items": [item(row) for row in items], "events": [event(row) for row in events]}
assert json.load(open(f"{folder}/json/items.json", encoding="utf-8")) == items
assert json.load(open(f"{folder}/json/events.json", encoding="utf-8")) == events


def text(value):
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


for name, rows in flat.items():
    path = f"{folder}/csv/{name}.csv"
    found = list(csv.reader(open(path, encoding="utf-8", newline="")))
    assert found[1:] == [[text(value) for value in row] for row in rows], path
    assert open(path, "rb").read().endswith(b"\r\n")

# The COPY text format: tabs between values, \N for null, backslash escapes.
script = open(f"{folder}/copy/load.sql", encoding="utf-8", newline="").read()
letters = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}


def copied(field):
    if field == "\\N":
        return ""
    parts, position = [], 0
    while position < len(field):
        if field[position] == "\\":
            parts.append(letters[field[position + 1]])
            position += 1
        else:
            parts.append(field[position])
        position += 1
    return "".join(parts)


for table, name in (("item", "items"), ("event", "events")):
    start = script.index("\n", script.index(f"COPY {table} (")) + 1
    body = script[start : script.index("\\.\n", start)]
    found = [[copied(f) for f in line.split("\t")] for line in body.split("\n")[:-1]]
    assert found == [[text(value) for value in row] for row in flat[name]], table
assert script.rstrip().endswith("COMMIT;")

database = sqlite3.connect(f"file:{folder}/sqlite/list.sqlite?mode=ro", uri=True)
assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def stored(row, ids):
    row = [int(value) if isinstance(value, bool) else value for value in row]
    return tuple(int(v) if i in ids and v is not None else v for i, v in enumerate(row))


found = list(database.execute("SELECT * FROM item ORDER BY rank"))
assert [row[0] for row in found] == list(range(len(items)))
assert [row[1:] for row in found] == [stored(row, (0, 7)) for row in flat["items"]]
assert list(database.execute("SELECT * FROM event ORDER BY seq")) == [
    stored(row, (3, 11)) for row in flat["events"]]

index = json.load(open(f"{folder}/pages/index.json"))
for name, key, rows in (("items", "items", items), ("changes", "changes", events)):
    found, path = [], index[name]["first"]
    while path:
        page = json.load(open(f"{folder}/pages/{path}", encoding="utf-8"))
        assert page["total"] == len(rows)
        found += page[key]
        path = page["next"] and f"{name}/{page['next']}"
    assert found == rows, name

records = lines("cdc/changes.ndjson")
assert [record["after"] for record in records[: len(items)]] == items
state = {row["id"]: row for row in items}
for change, record in zip(events, records[len(items) :], strict=True):
    before, operation = state.get(change["id"]), change["op"]
    if operation == "delete":
        after = None
        del state[change["id"]]
    else:
        moved = dict(before or {}, key=change["key"], version=change["version"])
        after = state[change["id"]] = change.get("item", moved)
    assert record["op"] == {"insert": "c", "delete": "d"}.get(operation, "u")
    assert record["before"] == (None if operation == "insert" else before)
    assert record["after"] == after
    assert record["ts_us"] == record["source"]["ts_us"] == change["at"]
    assert record["ts_ms"] == change["at"] // 1000
print(len(items), len(events))
