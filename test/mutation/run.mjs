#!/usr/bin/env node
/** `npm run mutation`: every room, one after the other. `npm run mutation -- secret verify`: these rooms. */
import { spawnSync } from "node:child_process";
import { ROOM_NAMES } from "./rooms.mjs";

const asked = process.argv.slice(2);
const names = asked.length === 0 ? ROOM_NAMES : asked;
const unknown = names.filter((name) => !ROOM_NAMES.includes(name));
if (unknown.length > 0) {
  console.error(`no room ${unknown.join(", ")}: the rooms are ${ROOM_NAMES.join(", ")}`);
  process.exit(2);
}
const failed = names.filter((name) => {
  const env = { ...process.env, CREDPORT_FULL: "1", MUTATION_ROOM: name };
  return spawnSync("npx", ["stryker", "run"], { stdio: "inherit", env }).status !== 0;
});
process.exitCode = failed.length > 0 ? 1 : 0;
