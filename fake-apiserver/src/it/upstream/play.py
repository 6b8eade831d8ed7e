#!/usr/bin/env python3
"""Runs upstream's end-to-end tests, each in a process of its own, against one cluster.

play.py BINARY KUBECONFIG LIST LOGS [--limit SECONDS] [--workers N]

LIST names one test a line; what stands behind a tab is the reason why it cannot pass, and such a
test is not run. Tests that say [Serial] run alone, after the others. Prints each test that did not
pass, then one line with the numbers; the exit status is 1 if one failed.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

FLAGS = [
    "--provider=local", "--allowed-not-ready-nodes=-1", "--node-schedulable-timeout=20s",
    "--system-pods-startup-timeout=20s", "--system-daemonsets-startup-timeout=10s",
    "--dump-logs-on-failure=false", "--disable-log-dump=true", "--report-complete-ginkgo=true",
    "--ginkgo.no-color", "--ginkgo.grace-period=10s",
]


def outcome(report, name):
    """Returns the state and the message of the one test that was run."""
    for spec in json.loads(report.read_text())[0]["SpecReports"]:
        failure = (spec.get("Failure") or {}).get("Message", "")
        if spec["LeafNodeType"] != "It":
            if spec["State"] not in ("passed", "skipped"):
                return spec["State"], failure
            continue
        texts = (spec.get("ContainerHierarchyTexts") or []) + [spec["LeafNodeText"]]
        if " ".join(texts) == re.sub(r" \[[^\[\]]*\]$", "", name) or spec.get("RunTime", 0) > 0:
            return spec["State"], failure
    return "missing", "no test has this name"


def play(options, name):
    folder = pathlib.Path(options.logs, re.sub(r"[^A-Za-z0-9]+", "-", name)[-120:])
    folder.mkdir(parents=True, exist_ok=True)
    report = folder / "ginkgo" / "report.json"
    report.unlink(missing_ok=True)
    focus = re.escape(name).replace("\\ ", " ") + "$"
    command = [
        options.binary, *FLAGS, "--kubeconfig=" + options.kubeconfig, "--repo-root=" + str(folder),
        "--kubectl-path=" + os.environ.get("KUBECTL", "kubectl"), "--e2e-output-dir=" + str(folder),
        "--report-dir=" + str(folder), "--ginkgo.focus=" + focus, f"--ginkgo.timeout={options.limit}s",
    ]
    with open(folder / "log.txt", "wb") as log:
        try:
            subprocess.run(command, stdout=log, stderr=log, timeout=options.limit + 60, cwd=folder)
        except subprocess.TimeoutExpired:
            return name, "timedout", ""
    return (name, *outcome(report, name)) if report.exists() else (name, "failed", "no report: see " + str(folder))


def main():
    parser = argparse.ArgumentParser()
    for positional in ("binary", "kubeconfig", "list", "logs"):
        parser.add_argument(positional)
    parser.add_argument("--limit", type=int, default=240)
    parser.add_argument("--workers", type=int, default=3)
    options = parser.parse_args()
    options.binary, options.kubeconfig = map(os.path.abspath, (options.binary, options.kubeconfig))

    lines = [line.rstrip("\n") for line in open(options.list) if line.strip() and not line.startswith("#")]
    tests = [line for line in lines if "\t" not in line]
    results = []
    for group, workers in (([t for t in tests if "[Serial]" not in t], options.workers),
                           ([t for t in tests if "[Serial]" in t], 1)):
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            for name, state, message in pool.map(lambda test: play(options, test), group):
                results.append(state)
                if state not in ("passed", "skipped"):
                    print(f"FAILED: {name}\n  {state}: {message[:600]}", file=sys.stderr, flush=True)
    passed, skipped = results.count("passed"), results.count("skipped")
    failed = len(results) - passed - skipped
    print(f"{passed} passed, {failed} failed, {skipped} skipped, {len(lines) - len(tests)} cannot pass")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
