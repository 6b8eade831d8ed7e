#!/usr/bin/env python3
"""Adds the answers of every level to questions: record.py ASK-CEL < questions > expressions.jsonl

ASK-CEL is the program built from main.go. The first line, with driver and devices, is kept. A level
that answers as 37n is left out; a refusal is followed by its places in the expression.
"""
import json
import os
import subprocess
import sys

LEVELS = ["37n", "37l", "37s", "36n", "36x", "35n", "35x", "34n"]


def main():
    lines = sys.stdin.read().split("\n")
    header, questions = lines[0], [json.loads(line) for line in lines[1:] if line]
    asked = "\n".join([header] + [json.dumps({k: q[k] for k in q if k != "a"}) for q in questions])
    answers = {}
    for level in LEVELS:
        done = subprocess.run([sys.argv[1], level], input=asked, capture_output=True, text=True, check=True,
                              env=dict(os.environ, POSITIONS="1"))
        answers[level] = [json.loads(line) for line in done.stdout.splitlines()]
    print(header)
    for i, question in enumerate(questions):
        base = answers["37n"][i]
        question["a"] = {level: answers[level][i] for level in LEVELS if level == "37n" or answers[level][i] != base}
        print(json.dumps(question, ensure_ascii=False, separators=(",", ":")))


main()
