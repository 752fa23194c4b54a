"""How the programs of databases write rows into files: for the scripts of this folder."""

import csv
import io
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))


def write(name, text):
    with open(os.path.join(HERE, name), "w", encoding="utf-8", newline="") as file:
        file.write(text)


def write_json(name, value):
    write(name, json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def csv_text(rows, quoting=csv.QUOTE_MINIMAL):
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]), quoting=quoting, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def copy(table, rows):
    """COPY as pg_dump writes it."""
    def cell(value):
        if value is None:
            return "\\N"
        return str(value).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
    lines = ["\t".join(cell(value) for value in row.values()) for row in rows]
    return "COPY %s (%s) FROM stdin;\n%s\n\\.\n\n" % (table, ", ".join(rows[0]), "\n".join(lines))


def dump(*tables):
    """The frame that pg_dump puts around its tables."""
    start = "--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\n\n"
    return start + "".join(tables) + "--\n-- PostgreSQL database dump complete\n--\n\n"


def inserts(table, rows):
    """INSERT as mysqldump --complete-insert writes it."""
    def value(one):
        if one is None or isinstance(one, int):
            return "NULL" if one is None else str(one)
        return "'%s'" % str(one).replace("\\", "\\\\").replace("'", "\\'")
    values = ",".join("(%s)" % ",".join(value(one) for one in row.values()) for row in rows)
    names = ", ".join("`%s`" % name for name in rows[0])
    return "LOCK TABLES `%s` WRITE;\nINSERT INTO `%s` (%s) VALUES %s;\nUNLOCK TABLES;\n" % (table, table, names, values)


def mysql_dump(*tables):
    start = "-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n--\n\n/*!40101 SET NAMES utf8mb4 */;\n\n"
    return start + "".join(tables) + "\n-- Dump completed on 2024-05-01 10:00:00\n"
