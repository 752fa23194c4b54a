import type { AddedUsers, BulkUser } from "../../client/index.js";
import type { BulkEntry } from "../../client/internal.js";
import { problem } from "../../problems/import.js";
import type { Problem } from "../../result.js";
import type { ReadUser, UserRecord } from "../../source/index.js";
import { eachAtOnce } from "../at-once.js";
import { placeOf } from "../outcome.js";
import type { ImportRun, Sending } from "../run/import-run.js";
import { bulkJudge } from "./bulk-judge.js";
import { BulkLedger } from "./bulk-ledger.js";
import {
  type BulkOptions,
  completeBulkOptions,
  FIRST_ROUND,
  MOST_BATCH_CHARACTERS,
  USERS_AT_ONCE,
} from "./bulk-options.js";
import { BulkQueue } from "./bulk-queue.js";
import type { BulkRecord } from "./bulk-record.js";
import { type CheckRoles, roleCheck } from "./known-roles.js";
import { PatientCalls } from "./patient-calls.js";
import { readRound } from "./round-reading.js";
import { UncertainUsers } from "./uncertain-users.js";

/** An import by the bulk call: users go in batches, and a round of batches is followed to its end. */
export class SendingInBulk implements Sending {
  readonly #run: ImportRun;
  readonly #judge: ReturnType<typeof bulkJudge>;
  readonly #options: ReturnType<typeof completeBulkOptions>;
  readonly #calls: PatientCalls;
  readonly #queue: BulkQueue;
  readonly #uncertain: UncertainUsers;
  readonly #ledger: BulkLedger;
  readonly #checkRoles: CheckRoles;
  /** Who is sent next, and how long their text is. */
  #batch: BulkRecord[] = [];
  #characters = 0;
  /** Who waits for the job, by external ID. */
  #waiting = new Map<string, BulkRecord>();
  /** Those of the round that is followed and not read back yet. */
  #round: ReadonlyMap<string, BulkRecord> = new Map();
  #batches = 0;
  #isFirstRound = true;

  constructor(run: ImportRun, bulk: BulkOptions) {
    this.#run = run;
    this.#judge = bulkJudge(run.options.client.service, bulk);
    this.#options = completeBulkOptions(bulk);
    this.#calls = new PatientCalls(run);
    this.#queue = new BulkQueue(this.#calls, run, this.#options);
    this.#uncertain = new UncertainUsers(this.#queue, this.#calls, bulk.administration);
    this.#ledger = new BulkLedger(run, this.#queue, this.#uncertain);
    this.#checkRoles = roleCheck(this.#calls, run, bulk.administration);
  }

  send(record: UserRecord, read: ReadUser, warnings: readonly Problem[]): Promise<void> {
    const { user, problems } = this.#judge(read);
    return problems.length > 0 ? this.#run.refuse(record, problems) : this.#add(record, read, user, warnings);
  }

  /** Puts the user into the next batch, and sends it where it is full. */
  async #add(record: UserRecord, read: ReadUser, user: BulkUser, warnings: readonly Problem[]): Promise<void> {
    const doubt = this.#run.journal.doubtOf(record.index);
    const unknown = await this.#checkRoles(user);
    if (unknown === undefined) return;
    if (unknown.length > 0) return this.#run.refuse(record, unknown);
    const characters = JSON.stringify(user).length;
    if (this.#characters + characters > MOST_BATCH_CHARACTERS) await this.#send();
    if (this.#run.isStopping()) return;
    this.#characters += characters;
    this.#batch.push({
      ...{ place: placeOf(record), user, source: read.user, warnings, loginIds: undefined },
      ...{ isInDoubt: doubt !== undefined, sentUntil: doubt?.until },
    });
    const { batchUsers } = this.#options;
    if (this.#batch.length >= (this.#isFirstRound ? Math.min(FIRST_ROUND, batchUsers) : batchUsers)) {
      await this.#send();
    }
  }

  /** Sends who is left, follows the job to its end. */
  async settle(): Promise<void> {
    try {
      if (!this.#run.isStopping()) await this.#send();
      if (!this.#run.isStopping()) await this.#follow();
    } catch (error) {
      this.#run.throw(error);
    }
    await this.#ledger.settleRefusals();
    this.#run.account.add("unconfirmed", this.#waiting.size + this.#round.size);
  }

  async #send(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#characters = 0;
    if (batch.length === 0) return;
    await this.#sendAll(batch);
    this.#batches++;
    const isRoundFull = this.#isFirstRound || this.#batches >= this.#options.batchesInRound;
    if (isRoundFull && !this.#run.isStopping()) await this.#follow();
  }

  /** Sends users until all of them wait, or are settled. */
  async #sendAll(batch: readonly BulkRecord[]): Promise<void> {
    let users = await this.#withoutExisting(await this.#withoutKnown(batch));
    for (const { place } of users) this.#run.journal.note({ begun: place.record });
    while (users.length > 0 && !this.#run.isStopping()) {
      this.#run.stopFor(await this.#run.journal.written());
      const sent = users;
      const added = await this.#calls.perform(
        (options) =>
          this.#options.client.add(
            sent.map(({ user }) => user),
            options,
          ),
        false,
      );
      if (added.kind === "stopped") return;
      if (added.kind === "uncertain") users = await this.#withoutKnown(sent.map(asDoubtful));
      else if (added.kind === "refused") return this.#endRefused(sent, added.problems[0]);
      else if (added.value.kind === "added") users = this.#wait(sent, added.value);
      else users = await this.#withoutRefused(sent, added.value.users);
    }
  }

  /** No user is queued: the service takes no such call, for any user. */
  #endRefused(users: readonly BulkRecord[], reason: Problem): void {
    for (const { place } of users) this.#run.journal.note({ left: place.record });
    const { code, message, httpStatus = 400 } = reason;
    const text = `the service takes no bulk import (${code}): ${message}`;
    this.#run.stop(problem("import/bulk-not-taken", text, { httpStatus }));
  }

  #wait(users: readonly BulkRecord[], { loginIds, notListed }: Extract<AddedUsers, { kind: "added" }>): [] {
    this.#run.account.add("batches");
    for (const one of users) {
      const { externalUserId } = one.user;
      const taken = one.isInDoubt || notListed.has(externalUserId) ? asDoubtful(one) : one;
      const ids = taken.isInDoubt ? undefined : loginIds.get(externalUserId);
      this.#waiting.set(externalUserId, { ...taken, loginIds: ids });
    }
    return [];
  }

  /**
   * Looks first for users whom an earlier call may have brought; they are not sent where they wait or are there. The end of the
   * round shows whose account it is.
   */
  async #withoutKnown(users: readonly BulkRecord[]): Promise<readonly BulkRecord[]> {
    const known = await this.#uncertain.known(users);
    if (known === undefined) return [];
    const again = new Set<BulkRecord>();
    for (const [one, failed] of known) {
      if (failed.length === 0) this.#waiting.set(one.user.externalUserId, one);
      else if (await this.#ledger.failed(one, failed)) again.add(one);
    }
    return users.filter((one) => !known.has(one) || again.has(one));
  }

  /** Looks up the users of a first call: one of whom something is there already holds up all others of the job at a core before 12.0.9. */
  async #withoutExisting(users: readonly BulkRecord[]): Promise<readonly BulkRecord[]> {
    if (this.#run.lookUps === undefined) return users;
    const absent = new Set<BulkRecord>();
    const isWhole = await eachAtOnce(users, USERS_AT_ONCE, async (one) => {
      const looked = one.isInDoubt ? undefined : await this.#uncertain.holdersOf(one);
      if (looked !== undefined && looked.kind !== "answered") return false;
      const { own, others = [] } = looked?.value ?? {};
      if (own === undefined && others.length === 0) absent.add(one);
      else await this.#ledger.existed(one, { own, others });
      return !this.#run.isStopping();
    });
    if (!isWhole) return [];
    return users.filter((one) => absent.has(one));
  }

  async #withoutRefused(
    users: readonly BulkRecord[],
    refusals: readonly { readonly index: number; readonly problems: readonly Problem[] }[],
  ): Promise<readonly BulkRecord[]> {
    const refused = new Set(refusals.map(({ index }) => index));
    for (const { index, problems } of refusals) {
      this.#ledger.refused(users[index] as BulkRecord, problems);
    }
    return users.filter((_, index) => !refused.has(index));
  }

  /** Follows the round to its end: who failed, who is there, and whether they are what was sent. */
  async #follow(): Promise<void> {
    const round = this.#waiting;
    this.#round = round;
    this.#waiting = new Map();
    this.#batches = 0;
    if (round.size === 0) return;
    const failed = await this.#queue.drained(round);
    if (failed === undefined) return;
    const again = await this.#settleFailed(round, failed);
    const made = [...round.values()];
    const read = await readRound(made, this.#isFirstRound, this.#calls, this.#options);
    if (read === undefined) return;
    this.#isFirstRound = false;
    for (const one of made) await this.#ledger.settle(one, read.of(one));
    this.#round = new Map();
    this.#run.account.add("compared", read.compared);
    this.#run.account.add("differing", read.differing);
    this.#run.stopFor(read.stopReason);
    await this.#ledger.tidy();
    await this.#run.room();
    if (again.length === 0 || this.#run.isStopping()) return;
    await this.#sendAll(again.map(asDoubtful));
    return this.#follow();
  }

  /** Gives back who is to be sent again. */
  async #settleFailed(round: Map<string, BulkRecord>, entries: readonly BulkEntry[]): Promise<readonly BulkRecord[]> {
    const byId = new Map<string, BulkEntry[]>();
    for (const entry of entries) {
      const { externalUserId = "" } = entry;
      byId.set(externalUserId, [...(byId.get(externalUserId) ?? []), entry]);
    }
    const again: BulkRecord[] = [];
    await eachAtOnce(byId, USERS_AT_ONCE, async ([id, own]) => {
      const one = round.get(id);
      round.delete(id);
      if (one !== undefined && (await this.#ledger.failed(one, own))) again.push(one);
      return !this.#run.isStopping();
    });
    await this.#run.room();
    return again;
  }
}

function asDoubtful(one: BulkRecord): BulkRecord {
  return { ...one, isInDoubt: true, sentUntil: undefined, loginIds: undefined };
}
