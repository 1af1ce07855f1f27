"""What the scripts share that judge the same exchanges in one process and in many."""
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def lines(count):
    """So many recordings of this repository as lines, some of them with a member that has another type."""
    texts = []
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "Recordings", "truelog"))):
        for name in sorted(names):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                recording = json.load(file)
            recording.pop("$schema", None)
            texts.append(json.dumps(recording))
            data = recording["response"].get("body", {})
            if isinstance(data, dict) and isinstance(data.get("data"), dict) and isinstance(data["data"].get("id"), int):
                data["data"]["id"] = str(data["data"]["id"])
                texts.append(json.dumps(recording))
    return [texts[number % len(texts)] for number in range(count)]


def read(path):
    """A report without what tells where a line stood in its part."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    report.pop("command")
    for drift in report["drift"]:
        for key in ["recording", "message", "actual"]:
            drift.pop(key, None)
    return report


def compare(one, merged, count, many):
    """The exit status: 0 where many processes give the report that one gives over so many exchanges."""
    one, merged = read(one), read(merged)
    wrong = [key for key in sorted(set(one) | set(merged)) if one.get(key) != merged.get(key)]
    if wrong or one["summary"]["exchanges"] != count or not one["drift"]:
        for key in wrong:
            print(f"{key}: {json.dumps(one.get(key))[:600]}\n  is not {json.dumps(merged.get(key))[:600]}", file=sys.stderr)
        print(f"{many} give another report than one process, or nothing was judged.", file=sys.stderr)
        return 1
    findings = len(one["drift"])
    print(f"{many} and one process give the same report on {count} exchanges: {findings} findings, "
          f"{sum(drift['count'] for drift in one['drift'])} times.")
    return 0
