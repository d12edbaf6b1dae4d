"""Reads all forms of one run by other people's readers, compares them with the run's own JSON, then breaks each
and sees it refused. Usage: read.py PREFIX, for PREFIX.json, PREFIX.jmh and so on; called by run."""

import json
import math
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import benchadapt.adapters.gbench
import jsonschema
import junitparser
import markdown_it
from hdrh.histogram import HdrHistogram

import schemas


def load(text):
    """JSON as its standard has it: no NaN, no name twice."""
    def members(pairs):
        assert len({name for name, _ in pairs}) == len(pairs), f"a name stands twice: {pairs}"
        return dict(pairs)

    def refuse(word):
        raise ValueError(f"{word} is no JSON")

    return json.loads(text, object_pairs_hook=members, parse_constant=refuse)


def figures(row, settings=False):
    """The metrics of a result that have a figure."""
    return {name: metric for name, metric in row["metrics"].items()
            if metric["value"] is not None and (settings or name != "budgetBytes")}


def same(left, right, what):
    assert left == right, f"{what}: {str(left)[:300]} is not {str(right)[:300]}"


def checked(text, schema):
    value = load(text)
    jsonschema.Draft202012Validator(schema).validate(value)
    return value


def jmh(text, own):
    runs = checked(text, schemas.JMH)
    rows = [row for row in own if figures(row)]
    same(len(runs), len(rows), "results")
    same(len({(run["benchmark"], str(run.get("params"))) for run in runs}), len(runs), "different names")
    for run, row in zip(runs, rows):
        found = figures(row)
        time = found.pop("cpuTime", None)
        same(run["primaryMetric"]["score"], time["value"] if time else "NaN", "score")
        same(run["primaryMetric"]["rawData"], [[value] for value in time["samples"]] if time else [], "raw data")
        same({name: metric["score"] for name, metric in run["secondaryMetrics"].items()},
             {name: metric["value"] for name, metric in found.items()}, "secondary metrics")
    return f"{len(runs)} results by JSON Schema"


def bmf(text, own):
    benchmarks = checked(text, schemas.BMF)
    rows = [row for row in own if figures(row)]
    same(len(benchmarks), len(rows), "benchmarks")
    for (name, measures), row in zip(benchmarks.items(), rows):
        assert len(name.encode()) <= 1024
        same(name.endswith("-bencher-ignore"), row["isReference"], "a reference's suffix")
        same(sorted(measure["value"] for measure in measures.values()),
             sorted(metric["value"] for metric in figures(row).values()), "values")
        if "cpuTime" in row["metrics"]:
            time = row["metrics"]["cpuTime"]
            same(measures["latency"], {"value": time["value"], "lower_value": time["low"],
                                       "upper_value": time["high"]}, "latency")
    return f"{len(benchmarks)} benchmarks by JSON Schema"


def gab(text, own, isBigger=False):
    entries = checked(text, schemas.GAB)
    expected = [metric["value"] for row in own for metric in figures(row).values()
                if (metric["unit"] == "B/s") == isBigger]
    # Own JSON sorts the metrics by name.
    same(sorted(entry["value"] for entry in entries), sorted(expected), "values")
    same(len({entry["name"] for entry in entries}), len(entries), "different names")
    return f"{len(entries)} entries by JSON Schema"


def gbench(text, own):
    data = checked(text, schemas.GBENCH)
    adapter = benchadapt.adapters.gbench.GoogleBenchmarkAdapter(["true"], "unread")
    _, groups = adapter._parse_gbench_json(data)
    cases = {case.name: case for group in groups.values() for case in group["cases"]}
    same(len(cases), len(own), "results that Conbench's reader finds")
    rows = [row for row in data["benchmarks"] if row["run_type"] == "iteration"]
    starts = [index for index, row in enumerate(rows) if row["repetition_index"] == 0]
    same(len(starts), len(own), "results")
    # A family's members stand together.
    families = {}
    for row in own:
        families.setdefault((row["suite"], row["benchmark"], row["implementation"]), []).append(row)
    for start, result in zip(starts, [row for family in families.values() for row in family]):
        name = rows[start]["name"]
        time = result["metrics"].get("cpuTime")
        samples = time["samples"] if time else [0]
        same(cases[name].times, samples, "times that Conbench's reader finds")
        same([row["cpu_time"] for row in rows if row["name"] == name], samples, "CPU times")
        same(rows[start].get("error_occurred", False) or rows[start].get("skipped", False), time is None, "failure")
        means = [row for row in data["benchmarks"] if row["name"] == name + "_mean"]
        same(len(means), 1 if len(samples) > 1 else 0, "means")
        if means:
            assert abs(means[0]["cpu_time"] - sum(samples) / len(samples)) <= 1e-9 * means[0]["cpu_time"]
    return f"{len(cases)} results by benchadapt"


OUTCOMES = {"pass": None, "regressed": "Failure", "improved": "Failure", "failed": "Error", "missing": "Error",
            "skipped": "Skipped", "inconclusive": "Skipped"}


def junit(text, own):
    suites = junitparser.JUnitXml.fromstring(text.encode())
    expected = {}
    for row in own:
        metrics = [metric for name, metric in row["metrics"].items()
                   if name != "budgetBytes" or metric["verdict"] != "pass"]
        verdicts = [metric["verdict"] for metric in metrics]
        if row["verdict"] == "failed" or not verdicts:
            verdicts.append(row["verdict"])
        for verdict in verdicts:
            expected[OUTCOMES[verdict]] = expected.get(OUTCOMES[verdict], 0) + 1
    found, names = {}, set()
    for suite in suites:
        for case in suite:
            kinds = [type(outcome).__name__ for outcome in case.result]
            assert len(kinds) <= 1
            kind = kinds[0] if kinds else None
            found[kind] = found.get(kind, 0) + 1
            names.add((case.classname, case.name))
            same(case.classname, suite.name, "class")
            assert case._elem.get("file").endswith(".swift") and int(case._elem.get("line")) > 0
            if kind in ("Failure", "Error"):
                assert case.result[0].message and case.result[0].text.strip(), "a failure without words"
    same(found, expected, "outcomes")
    same(len(names), sum(expected.values()), "different names")
    same((suites.tests, suites.failures, suites.errors, suites.skipped),
         (sum(expected.values()), *(expected.get(kind, 0) for kind in ["Failure", "Error", "Skipped"])), "counts")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "junit.xml")
        open(path, "w").write(text)
        html = subprocess.run([sys.executable, "-m", "junit2htmlreport", path, path + ".html"],
                              capture_output=True, text=True)
        assert html.returncode == 0 and os.path.getsize(path + ".html") > 1000, html.stderr[-300:]
    return f"{len(names)} test cases by junitparser and junit2html"


LINE = re.compile(r"\s*([0-9.]+) +([01]\.[0-9]{12}) +([0-9]+)(?: +([0-9.]+))?$")


def hdr(text, own):
    tables = [block for block in re.split(r"(?m)^# ", text) if block]
    expected = []
    for row in own:
        sampled = [metric for metric in row["metrics"].values() if metric.get("samples")]
        expected += sampled or [None]
    same(len(tables), len(expected), "tables")
    for table in tables:
        if ": no distribution (" in table.partition("\n")[0]:
            continue
        lines = table.splitlines()
        same(lines[2], "       Value     Percentile TotalCount 1/(1-Percentile)", "titles")
        steps = [LINE.match(line).groups() for line in lines[4:] if line and not line.startswith("#")]
        values = [float(value) for value, *_ in steps]
        count = int(steps[-1][2])
        same(float(steps[-1][1]), 1.0, "the last percentile")
        same(float(re.search(r"#\[Max     = +([0-9.]+), Total count    = +([0-9]+)\]", table)[1]), values[-1], "maximum")
        if values[-1] > 1e12:
            continue
        # HdrHistogram's own walk over the same figures: at each of its percentiles it stops at the figure that the
        # rule gives, by which every line here is judged.
        samples = next(metric["samples"] for metric in expected if metric and len(metric["samples"]) == count
                       and abs(max(metric["samples"]) - values[-1]) <= 0.00051)
        samples = sorted(samples)

        def reached(share):
            return next(sample for rank, sample in enumerate(samples, 1) if 100 * rank / count >= share - 1e-9)

        histogram = HdrHistogram(1, max(2, round(samples[-1] * 2000)), 3)
        for sample in samples:
            histogram.record_value(round(sample * 1000))
        for step in histogram.get_percentile_iterator(5):
            theirs = step.value_iterated_to / 1000
            assert abs(theirs - reached(step.percentile_level_iterated_to)) <= 2e-3 * theirs + 0.001, theirs
        mean, deviation = map(float, re.search(r"#\[Mean    = +([0-9.]+), StdDeviation   = +([0-9.]+)\]", table).groups())
        assert abs(mean - histogram.get_mean_value() / 1000) <= 2e-3 * mean + 0.002, mean
        assert abs(deviation - histogram.get_stddev() / 1000) <= 2e-3 * mean + 0.002, deviation
        level = 0.0
        for value, (_, share, total, inverse) in zip(values, steps):
            # The last line alone is out of step.
            same(f"{level / 100:.12f}" if inverse else "1.000000000000", share, "percentile")
            level += 100 / (5 * 2 ** (math.floor(math.log2(100 / (100 - level))) + 1))
            assert abs(value - reached(float(share) * 100)) <= 0.00051, f"{value} at {share}"
            # Figures may differ by less than the printed digits show.
            least, most = (sum(sample <= value + slack for sample in samples) for slack in (-0.00051, 0.00051))
            assert least < int(total) <= most, f"count {total} at {share}"
            if inverse:
                assert abs(float(inverse) - 1 / (1 - float(share))) < 0.006
    return f"{len(tables)} tables, values by HdrHistogram"


def markdown(text, own):
    parser = markdown_it.MarkdownIt("gfm-like", {"linkify": False})
    tokens = parser.parse(text)
    assert tokens[0].tag == "h3" and "bench: **" in tokens[1].content, "no verdict first"
    width, rows = 0, 0
    for index, token in enumerate(tokens):
        if token.type == "tr_open":
            cells = 0
            for inner in tokens[index + 1:]:
                if inner.type == "tr_close":
                    break
                cells += inner.type in ("td_open", "th_open")
            if tokens[index - 1].type == "thead_open":
                width = cells
            same(cells, width, "cells of a row")
            rows += tokens[index - 1].type != "thead_open"
        # Names are shown, not obeyed.
        for child in token.children or []:
            assert child.type in ("text", "text_special", "strong_open", "strong_close", "html_inline", "softbreak"), child
            if child.type == "html_inline":
                assert child.content in ("<sub>", "</sub>"), child.content
    failing = [row for row in own if row["verdict"] != "pass"]
    why = sum(max(1, sum(metric["verdict"] != "pass" for metric in row["metrics"].values())) for row in failing)
    same(rows, why + len(own), "rows of all tables")
    # What is in a table at all: no row was taken for a paragraph.
    assert not any(line.startswith("|") for token in tokens if token.type == "paragraph_open"
                   for line in [text.splitlines()[token.map[0]]]), "a table that is none"
    same(text.count("<details>"), text.count("</details>"), "folds")
    return f"{rows} rows of tables by markdown-it"


READERS = {"jmh": jmh, "bmf": bmf, "gab": gab, "gbench": gbench, "junit": junit, "hdr": hdr, "markdown": markdown}
# Ways to break each form: what is replaced, once, and by what.
BREAKS = {
    "jmh": [('"rawData": [', '"rawData": [[], '), ('"score": ', '"score": NaN'), ('"mode": "avgt"', '"mode": "average"'),
            ('"secondaryMetrics": {', '"secondaryMetrics": {"leaked": {}, ')],
    "bmf": [('"value": ', '"value": "1", "x": '), ('"latency"', '"Latency"'), ('"lower_value"', '"lowerValue"')],
    "gab": [('"value": ', '"values": '), ('"unit": "', '"unit": 1, "x": "')],
    "gbench": [('"cpu_time": ', '"cpu_time": 1'), ('"json_schema_version": 1', '"json_schema_version": 2'),
               ('"run_type": "iteration"', '"run_type": "aggregate"'), ('"real_time": ', '"real_time": NaN')],
    "junit": [("&lt;", "<"), ("<failure", "<skipped"), ('tests="', 'tests="1'), ("&quot;", '"'), ("\ufffd", "\x01")],
    "hdr": [("TotalCount", "Total"), (" 0.500000000000 ", " 0.900000000000 "), ("#[Max     = ", "#[Max     = 1")],
    "markdown": [(" | ", " | | "), ("\\`", "`code` "), ("\n| ---", "\n| x --"), ("</details>", "")],
}


def main(prefix):
    own = load(open(prefix + ".json").read())["results"]
    texts = {form: open(f"{prefix}.{form}", newline="").read() for form in READERS}
    bigger = open(prefix + ".gab.bigger").read()
    for form, read in READERS.items():
        print(f"{form}: {read(texts[form], own)}")
    print(f"gab, bigger is better: {gab(bigger, own, isBigger=True)}")
    same("\x1b" in open(prefix + ".text").read(), False, "escapes in text")
    broken = 0
    for form, read in READERS.items():
        ways = [texts[form].replace(old, new, 1) for old, new in BREAKS[form]] + [texts[form][:len(texts[form]) // 2]]
        for number, text in enumerate(ways):
            same(text != texts[form], True, f"{form}: way {number} breaks something")
            try:
                read(text, own)
            except (AssertionError, ValueError, KeyError, TypeError, AttributeError, StopIteration, IndexError,
                    jsonschema.ValidationError, junitparser.JUnitXmlError, xml.etree.ElementTree.ParseError):
                broken += 1
            else:
                raise AssertionError(f"{form}: broken in way {number}, and nobody noticed")
    print(f"formats: all read; {broken} broken ones refused")


try:
    main(sys.argv[1])
except AssertionError as error:
    sys.exit(f"formats: {error}")
