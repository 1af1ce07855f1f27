#!/usr/bin/env python3
"""Loft: a backend for the orders of a furniture workshop, in Stripe's habit. Healthy unless a drift is switched on.

server.py --port 9103 [--db FILE] [--keep] [--seed-only] [--drift NAME…] [--long-ids] [--strict] [--trim]
          [--rate-limit] [--slow-exports] [--log FILE]
server.py --list-drifts
server.py --token owner|owner-refresh|reader|reader-refresh

The database is made anew at every start unless --keep is given. The accounts, their passwords and the client's id are in
loft/seed.py; openapi.yaml describes the healthy server. Only the standard library is needed.
"""
import argparse
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from loft import seed  # noqa: E402
from loft.drifts import DRIFTS  # noqa: E402
from loft.routes import Loft  # noqa: E402
from loft.store import Store  # noqa: E402
from loft.wire import Server  # noqa: E402


def main():
    options = arguments()
    if options.list_drifts:
        print("\n".join(f"{name:28} {text}" for name, text in DRIFTS.items()))
        return
    if options.token:
        print(seed.token(options.token))
        return
    path = options.db or os.path.join(tempfile.gettempdir(), f"loft-{options.port}.sqlite")
    if not options.keep or not os.path.exists(path):
        seed.lay(path)
    if options.seed_only:
        return
    server = Server(options.port, options.log)
    server.loft = Loft(Store(path, options), options, server.origin)
    print(f"Loft listens on {server.origin}", flush=True)
    server.serve_forever()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=9103, help="0 takes a free one, which the first line of output names")
    parser.add_argument("--db", metavar="FILE")
    parser.add_argument("--keep", action="store_true", help="goes on with the database that is there")
    parser.add_argument("--seed-only", action="store_true", help="makes the database and ends")
    parser.add_argument("--drift", action="append", default=[], choices=sorted(DRIFTS), metavar="NAME")
    parser.add_argument("--list-drifts", action="store_true")
    parser.add_argument("--token", choices=[who + kind for who in seed.PERSONAS for kind in ("", "-refresh")])
    parser.add_argument("--long-ids", action="store_true", help="new ids have 24 characters behind their prefix")
    parser.add_argument("--strict", action="store_true", help="a parameter that isn't documented is refused with 400")
    parser.add_argument("--trim", action="store_true", help="white space around texts is taken away")
    parser.add_argument("--rate-limit", action="store_true", help="429 with Retry-After")
    parser.add_argument("--slow-exports", action="store_true", help="an export takes 3 s, not 0.6")
    parser.add_argument("--log", metavar="FILE", help="notes every request and its answer")
    return parser.parse_args()


if __name__ == "__main__":
    main()
