#!/usr/bin/env python3
"""A backend of Reality Portal, healthy unless a drift is switched on.

server.py --port 9102 [--db FILE] [--keep] [--seed-only] [--drift NAME…] [--late SECONDS] [--automatic-replies]
          [--rate-limit] [--password-rules] [--other-order] [--larger-pages] [--log FILE]
server.py --list-drifts
server.py --token member|member-refresh|newcomer|newcomer-refresh

The database is made anew at every start unless --keep is given. Who may log in by which password stands in
portal/seed.py.
"""
import argparse
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from portal import seed  # noqa: E402
from portal.drifts import DRIFTS  # noqa: E402
from portal.routes import Portal  # noqa: E402
from portal.store import Store  # noqa: E402
from portal.views import Views  # noqa: E402
from portal.wire import Server  # noqa: E402


def main():
    options = arguments()
    if options.list_drifts:
        print("\n".join(f"{name:28} {text}" for name, text in DRIFTS.items()))
        return
    if options.token:
        print(seed.token(options.token))
        return
    path = options.db or os.path.join(tempfile.gettempdir(), f"realityportal-{options.port}.sqlite")
    if not options.keep or not os.path.exists(path):
        seed.lay(path)
    if options.seed_only:
        return
    store = Store(path, options.late)
    portal = Portal(store, options.drift, options, Views(store, set(options.drift)))
    Server(options.port, portal, options.log).serve_forever()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=9102)
    parser.add_argument("--db", metavar="FILE")
    parser.add_argument("--keep", action="store_true", help="goes on with the database that is there")
    parser.add_argument("--seed-only", action="store_true", help="makes the database and ends")
    parser.add_argument("--drift", action="append", default=[], choices=sorted(DRIFTS), metavar="NAME")
    parser.add_argument("--list-drifts", action="store_true")
    parser.add_argument("--token", choices=[who + kind for who in seed.PERSONAS for kind in ("", "-refresh")])
    parser.add_argument("--late", type=float, default=0, metavar="SECONDS", help="reads show writes so much later")
    parser.add_argument("--automatic-replies", action="store_true", help="every message is answered at once")
    parser.add_argument("--rate-limit", action="store_true", help="429 with Retry-After")
    parser.add_argument("--password-rules", action="store_true", help="passwords are longer, and not of letters only")
    parser.add_argument("--other-order", action="store_true", help="equals come the other way round")
    parser.add_argument("--larger-pages", action="store_true", help="a page has 50 listings unless fewer are asked for")
    parser.add_argument("--log", metavar="FILE", help="notes every request and its answer")
    return parser.parse_args()


if __name__ == "__main__":
    main()
