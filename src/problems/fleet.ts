import { area } from "./problem-maker.js";

/** Check and import over many machines. */
export const {
  rows: FLEET_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "fleet/engine-missing": "Install them beside credport: npm install bullmq ioredis.",
  "fleet/redis-unreachable":
    "Look at the address of Redis and its log; an address with a password is given in CREDPORT_REDIS_URL.",
  "fleet/redis-forgets":
    "Set Redis to appendonly yes and maxmemory-policy noeviction, or give a Redis that is not a cache, and plan the run again.",
  "fleet/path-unusable":
    "Look at the path, its rights, and whether the disk is mounted and has room; the file of the run is the one that credport fleet plan has written with --out.",
  "fleet/run-gone":
    "Run credport fleet plan again with the same --out to take the run up: the journals say who was imported, so no user is sent twice.",
  "fleet/other-options": "Start every worker of a run with the same options; to change one, plan the run again.",
  "fleet/input-unreadable":
    "Make the file readable under the path or address of the plan; a web server has to answer requests for a range with 206.",
  "fleet/plain-http": "Use HTTPS for the export, or give --allow-plain-http where no other machine is on that network.",
  "fleet/not-over": "Wait until the run is done and its workers have ended, or end it with credport fleet cancel.",
  "fleet/of-other-export":
    "Restore the file that was planned, or plan another run for the new one with another --out. Name records with --only by the --rejects file that was written for this export, or leave --only out.",
  "fleet/planned-twice": "Look at credport fleet status, and start workers for the plan that is there.",
  "fleet/stopped":
    "Set right what is named (docs/problems.md), then run credport fleet resume and start the workers again.",
  "fleet/journals-missing": "Name the folder of every worker with --folder, which may be repeated.",
  "fleet/chunk-failed":
    "Look at what the worker has printed, then run credport fleet resume and start the workers again.",
});
