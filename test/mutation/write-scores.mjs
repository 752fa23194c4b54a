#!/usr/bin/env node
/** Writes the rooms' scores into docs/quality.md, from the reports that are there; a room without one keeps its row. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { ROOM_NAMES, roomOf } from "./rooms.mjs";

const PAGE = new URL("../../docs/quality.md", import.meta.url);
const BEGIN = "<!-- scores: written by test/mutation/write-scores.mjs -->\n";
const END = "<!-- end of scores -->";

const page = readFileSync(PAGE, "utf8");
const begin = page.indexOf(BEGIN) + BEGIN.length;
const end = page.indexOf(END);
const before = page.slice(begin, end).split("\n");

function rowOf(name) {
  const start = `| \`${name}\` |`;
  const report = new URL(`../../reports/mutation/${name}.json`, import.meta.url);
  if (!existsSync(report))
    return before.find((line) => line.startsWith(start)) ?? `${start} not run yet | | | | ${roomOf(name).least} % |`;
  const files = Object.values(JSON.parse(readFileSync(report, "utf8")).files);
  const states = files.flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...wanted) => states.filter((status) => wanted.includes(status)).length;
  const noticed = count("Killed", "Timeout");
  const survived = count("Survived");
  const neverRun = count("NoCoverage");
  const tried = noticed + survived + neverRun;
  const score = `${((100 * noticed) / tried).toFixed(1)} %`;
  return `${start} ${tried} | ${survived} | ${neverRun} | ${score} | ${roomOf(name).least} % |`;
}

const table = [
  "| Room | Tried | Survived | Never run | Score | Held to |",
  "|---|---:|---:|---:|---:|---:|",
  ...ROOM_NAMES.map(rowOf),
];
writeFileSync(PAGE, `${page.slice(0, begin)}\n${table.join("\n")}\n\n${page.slice(end)}`);
