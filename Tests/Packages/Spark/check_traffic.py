"""Judges exchanges that lie anywhere Spark can read, a line each: each partition goes through a process of its own.

    spark-submit check_traffic.py --traffic hdfs:///traffic --contracts Contracts --reports reports
    plumbline merge reports/*.json

Every executor needs the tool and the contracts: `--plumbline` and `--contracts` are paths there.
"""
import argparse
import os
import shlex

from pyspark.sql import SparkSession


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--traffic", required=True, help="files with an exchange a line, also packed")
    parser.add_argument("--contracts", required=True)
    parser.add_argument("--reports", required=True, help="the folder for a report of each partition")
    parser.add_argument("--plumbline", default="plumbline")
    parser.add_argument("--partitions", type=int, default=2, help="at least so many")
    options = parser.parse_args()
    context = SparkSession.builder.appName("check traffic").getOrCreate().sparkContext
    exchanges = context.textFile(options.traffic, options.partitions)
    check = shlex.join([options.plumbline, "check", "-", "--contracts", options.contracts, "--gate", "none", "--report", "json=-"])
    os.makedirs(options.reports, exist_ok=True)
    # A partition's report is small, whatever the partition is.
    for number, report in enumerate(exchanges.pipe(check).glom().toLocalIterator()):
        with open(os.path.join(options.reports, f"{number:05}.json"), "w", encoding="utf-8") as file:
            file.write("\n".join(report))
    context.stop()


if __name__ == "__main__":
    main()
