import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** Check and import over many machines */
export const FLEET_PROBLEMS = {
  /**
   * The packages by which several machines share the work are not installed: they are optional.
   * @cause an installation of credport alone.
   */
  "fleet/engine-missing": {
    remedy: "Install them beside credport: npm install bullmq ioredis.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * Redis can't be reached, or does not let this machine in.
   * @cause a wrong address, a firewall, a password that is missing (CREDPORT_REDIS_URL), a Redis that is starting.
   */
  "fleet/redis-unreachable": {
    remedy:
      "Look at the address of Redis and its log; an address with a password is given in CREDPORT_REDIS_URL.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * This Redis throws keys away when its memory is full, and the run would lose what is noted there.
   * @cause a Redis that is meant as a cache: `maxmemory-policy` is not `noeviction`.
   */
  "fleet/redis-evicts": {
    remedy: "Set maxmemory-policy to noeviction, or give a Redis that is not a cache.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * The address of Redis has a password in it and was given as an argument, which every user of the machine can read.
   * @cause an address that was copied as the provider of Redis shows it.
   */
  "fleet/redis-password": {
    remedy: "Give the address in the environment variable CREDPORT_REDIS_URL, and leave --redis out.",
    fault: "caller",
    repeat: "later",
  },
  /**
   * The file is not one that `credport fleet plan` has written, or is damaged.
   * @cause the export was given in place of the file of the run, which ends in `.fleet` unless it is named with --out.
   */
  "fleet/not-a-run-file": {
    remedy: "Give the file that credport fleet plan has written with --out.",
    fault: "caller",
  },
  /**
   * The file of the run can't be read or written, or the folder for its journals.
   * @cause a wrong path, rights that are missing, a full disk, a shared disk that is not mounted.
   */
  "fleet/folder-not-writable": {
    remedy: "Look at the path, its rights, and whether the disk is mounted and has room.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * Redis knows nothing of this run.
   * @cause a Redis without persistence that was restarted; the address of another Redis.
   */
  "fleet/run-unknown": {
    remedy:
      "Run credport fleet plan again with the same --out: the journals say who was imported, so no user is sent twice.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * This worker would read the export in another way than the first worker of the run did, or send its users to
   * another service.
   * @cause another file of hash parameters, another profile, an option that was given to some workers only.
   */
  "fleet/other-options": {
    remedy: "Start every worker of a run with the same options; to change one, plan the run again.",
    fault: "caller",
    repeat: "later",
  },
  /**
   * A part of the file can't be read where this worker looks for it.
   * @cause a shared disk that is not mounted, a web server that does not serve ranges, an address that has expired.
   */
  "fleet/input-unreadable": {
    remedy:
      "Make the file readable under the path or address of the plan; a web server has to answer requests for a range with 206.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * The export would come to the workers in plain HTTP, and show its hashes to the network.
   * @cause a file server inside of a company's network.
   */
  "fleet/plain-http": {
    remedy: "Use HTTPS for the export, or give --allow-plain-http where no other machine is on that network.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The file has other bytes than when the run was planned. No user was sent from them.
   * @cause an export that was written again under the same name.
   */
  "fleet/input-changed": {
    remedy: "Restore the file that was planned, or plan another run for the new one with another --out.",
    fault: "environment",
  },
  /**
   * A worker was to prove the run with known users, and the import has begun without a proof: users may have been sent.
   * @cause a worker with `--to` and without `--known` that was started first.
   */
  "fleet/proof-too-late": {
    remedy:
      "Run credport prove with the known users; for another run, give --prove to credport fleet plan, or start the worker with --known first.",
    fault: "caller",
  },
  /**
   * What was asked for needs a run that has ended.
   * @cause records that are named with --only before the run is done; a run that is taken out of Redis while workers are
   * at work.
   */
  "fleet/not-over": {
    remedy: "Wait until the run is done and its workers have ended, or end it with credport fleet cancel.",
    fault: "caller",
    repeat: "later",
  },
  /**
   * A record that --only names has another user ID in this export, or is not in it. No other user is sent.
   * @cause a file of another export, in which the records appear in another order.
   */
  "fleet/selection-of-other-export": {
    remedy:
      "Run credport fleet plan again with the --rejects file that was written for this export, or without --only.",
    fault: "caller",
  },
  /**
   * The export does not have as many users as were expected. No user was sent.
   * @cause a listing that ends at its first page, a realm whose users are in files of their own, users who signed up or
   * left since.
   */
  "fleet/users-missing": {
    remedy:
      "Export again with all pages, files and providers, or plan the run again with another --expect where users have come or gone since.",
    fault: "caller",
    repeat: "later",
  },
  /**
   * Another command planned the run at the same time. Their plan holds, and this one is not in Redis.
   * @cause the command was given twice, or on two machines.
   */
  "fleet/planned-twice": {
    remedy: "Look at credport fleet status, and start workers for the plan that is there.",
    fault: "caller",
    repeat: "later",
  },
  /**
   * The run has been stopped, and its workers with it.
   * @cause what is named: most often the service, or a setting of it.
   */
  "fleet/stopped": {
    remedy:
      "Set right what is named (docs/problems.md), then run credport fleet resume and start the workers again.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The run has been cancelled, and no worker continues it.
   * @cause `credport fleet cancel`.
   */
  "fleet/cancelled": {
    remedy:
      "Run credport fleet plan again with the same --out to take it up: the journals say who was imported.",
    fault: "caller",
  },
  /**
   * Fewer fingerprints are in Redis than were noted there, so users who appear twice could go unseen. No user has been
   * sent.
   * @cause a Redis that has lost keys: without AOF, or with an eviction policy.
   */
  "fleet/fingerprints-lost": {
    remedy: "Set Redis to appendonly yes and maxmemory-policy noeviction, and plan the run again.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * Journals or reports of some chunks are not in the folders that were given. What they say is not in the account.
   * @cause workers with folders of their own; a disk that is not mounted.
   */
  "fleet/journals-missing": {
    remedy: "Name the folder of every worker with --folder, which may be repeated.",
    fault: "caller",
    repeat: "later",
  },
  /**
   * Records of different chunks are one user on the service, by its own ID: their logins and devices are that user's.
   * Records of one chunk are told apart before (`import/user-shared`).
   * @cause two spellings of one phone number or address that the service takes for one.
   */
  "fleet/user-shared": {
    remedy:
      "Look at the lines: if they are one person, keep one of them; if not, delete the user on the service and import each with an address or number of their own.",
  },
  /**
   * Something went wrong with a chunk that credport has no name for, several times in a row.
   * @cause a disk that is full, or memory that is too small for a chunk.
   */
  "fleet/chunk-failed": {
    remedy:
      "Look at what the worker has printed, then run credport fleet resume and start the workers again.",
    fault: "environment",
    repeat: "later",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type FleetProblemCode = keyof typeof FLEET_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(FLEET_PROBLEMS);
