"""The published shapes of three forms, as JSON Schema.

JMH: JSONResultFormat.java of JMH 1.37. Bencher: https://bencher.dev/bmf.json and the limits of its API. The action:
the zod schema of github-action-benchmark's extract.ts.
"""

NUMBER = {"anyOf": [{"type": "number"}, {"enum": ["NaN", "+INF", "-INF"]}]}
METRIC = {
    "type": "object",
    "required": ["score", "scoreError", "scoreConfidence", "scorePercentiles", "scoreUnit", "rawData"],
    "additionalProperties": False,
    "properties": {
        "score": NUMBER,
        "scoreError": NUMBER,
        "scoreConfidence": {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2},
        "scorePercentiles": {
            "type": "object",
            "required": ["0.0", "50.0", "90.0", "95.0", "99.0", "99.9", "99.99", "99.999", "99.9999", "100.0"],
            "additionalProperties": NUMBER,
            "maxProperties": 10,
        },
        "scoreUnit": {"type": "string", "minLength": 1},
        "rawData": {"type": "array", "items": {"type": "array", "items": NUMBER, "minItems": 1}},
    },
}
WHOLE = {"type": "integer", "minimum": 0}
TEXT = {"type": "string"}
RUN = {
    "jmhVersion": TEXT, "benchmark": {"type": "string", "pattern": r"\A[^\n]+\.[^\n]+\Z"},
    "mode": {"enum": ["thrpt", "avgt", "sample", "ss"]}, "threads": WHOLE, "forks": WHOLE, "jvm": TEXT,
    "jvmArgs": {"type": "array", "items": TEXT}, "jdkVersion": TEXT, "vmName": TEXT, "vmVersion": TEXT,
    "warmupIterations": WHOLE, "warmupTime": TEXT, "warmupBatchSize": WHOLE,
    "measurementIterations": WHOLE, "measurementTime": TEXT, "measurementBatchSize": WHOLE,
    "primaryMetric": METRIC, "secondaryMetrics": {"type": "object", "additionalProperties": METRIC},
}
JMH = {
    "type": "array",
    "items": {
        "type": "object",
        "required": list(RUN),
        "additionalProperties": False,
        "properties": RUN | {"params": {"type": "object", "additionalProperties": TEXT}},
    },
}

BMF = {
    "$schema": "http://json-schema.org/draft-07/schema",
    "type": "object",
    "propertyNames": {"minLength": 1, "maxLength": 1024},
    "additionalProperties": {
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"maxLength": 64, "pattern": r"\A[a-z0-9]+(-[a-z0-9]+)*\Z"},
        "additionalProperties": {
            "type": "object",
            "required": ["value"],
            "additionalProperties": False,
            "properties": {name: {"type": "number"} for name in ["value", "lower_value", "upper_value"]},
        },
    },
}

GAB = {
    "type": "array",
    "minItems": 1,
    "items": {
        "type": "object",
        "required": ["name", "unit", "value"],
        "additionalProperties": False,
        "properties": {"name": TEXT, "unit": TEXT, "value": {"type": "number"}, "range": TEXT, "extra": TEXT},
    },
}

CACHE = {
    "type": "object",
    "required": ["type", "level", "size", "num_sharing"],
    "properties": {"type": TEXT, "level": WHOLE, "size": WHOLE, "num_sharing": WHOLE},
}
CONTEXT = {
    "date": {"type": "string", "pattern": r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d\Z"}, "host_name": TEXT,
    "executable": TEXT, "num_cpus": WHOLE, "mhz_per_cpu": WHOLE, "caches": {"type": "array", "items": CACHE},
    "load_avg": {"type": "array", "items": {"type": "number"}}, "library_version": TEXT,
    "library_build_type": {"enum": ["release", "debug"]}, "json_schema_version": {"const": 1},
}
ROW = {
    "name": TEXT, "family_index": WHOLE, "per_family_instance_index": WHOLE, "run_name": TEXT,
    "run_type": {"enum": ["iteration", "aggregate"]}, "repetitions": WHOLE, "threads": WHOLE, "iterations": WHOLE,
    "real_time": {"type": "number"}, "cpu_time": {"type": "number"},
    "time_unit": {"enum": ["ns", "us", "ms", "s"]},
}
GBENCH = {
    "type": "object",
    "required": ["context", "benchmarks"],
    "properties": {
        "context": {"type": "object", "required": list(CONTEXT), "properties": CONTEXT, "additionalProperties": TEXT},
        "benchmarks": {
            "type": "array",
            "items": {
                "type": "object",
                "required": list(ROW),
                "properties": ROW | {
                    "repetition_index": WHOLE, "aggregate_name": {"enum": ["mean", "median", "stddev", "cv"]},
                    "aggregate_unit": {"enum": ["time", "percentage"]}, "error_occurred": {"const": True},
                    "error_message": TEXT, "skipped": {"const": True}, "skip_message": TEXT, "label": TEXT,
                },
                # Whatever else there is, is a counter.
                "additionalProperties": {"type": "number"},
                "if": {"properties": {"run_type": {"const": "iteration"}}},
                "then": {"required": ["repetition_index"]},
                "else": {"required": ["aggregate_name", "aggregate_unit"]},
                "dependentRequired": {"error_occurred": ["error_message"], "skipped": ["skip_message"]},
            },
        },
    },
}
