import type { AdministrationClient, AttemptEvent, CallOptions } from "../client/index.js";
import { defined } from "../lib/defined.js";
import { counted, nounFor } from "../lib/plural.js";
import { requireFunctions, requireOptions } from "../lib/require-names.js";
import { words } from "../lib/words.js";
import { CLIENT_PROBLEMS } from "../problems/client.js";
import { PREFLIGHT_PROBLEMS } from "../problems/preflight.js";
import { problemMaker } from "../problems/problem-maker.js";
import type { Problem } from "../result.js";

const { problem } = /* @__PURE__ */ problemMaker(CLIENT_PROBLEMS, PREFLIGHT_PROBLEMS);

/** How many users of an export need what a service may lack. */
export interface PreflightNeeds {
  /** Users with a password. */
  readonly passwords: number;
  /** Users with a provider-scrypt hash. */
  readonly providerScrypt: number;
  /** The first lines of the export that have one. */
  readonly providerScryptLines?: readonly number[];
  /** Users with a TOTP device. */
  readonly totp: number;
  /** Users with several logins, which are linked. */
  readonly linking: number;
}

/** What a service is like, as far as can be told without sending a user. */
export interface PreflightReport {
  /** What would end the import; it is not begun. */
  readonly problems: readonly Problem[];
  /** What is worth a look. */
  readonly warnings: readonly Problem[];
  /** Versions of the interface that the service speaks, where it can be asked. */
  readonly versions?: readonly string[];
  /** Paid features that are enabled, where it can be asked. */
  readonly features?: readonly string[];
  /** Milliseconds by which the service's clock is ahead of this machine's, to about a second. */
  readonly clockOffsetMs?: number;
}

/** What to ask for, and by which clock. */
export interface PreflightOptions {
  /**
   * What the export needs, asked at most once and only where the service lacks something. Without it
   * everything that is missing is a warning.
   */
  readonly needs?: (() => Promise<PreflightNeeds>) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
}

/** Not an address of a user: RFC 2606 keeps this ending free. */
const PROBE_ADDRESS = "preflight@credport.invalid";
/** Begins like a hash, so that the service says what it lacks for such hashes, and can't be one. */
const PROBE_HASH = "$f_scrypt$";
/** The header has whole seconds, and an answer takes its time. */
const CLOCK_TOLERANCE_MS = 10_000;

/**
 * Looks at a service before an import: whether it is the service at all, takes the API key, speaks the
 * version of the interface, has the tenant, goes by the profile's names, has the signer key and the
 * features that users need, and shows the same time. Sends nothing of any user.
 *
 * @param client For the service; its profile says what can be asked beside the calls of the interface.
 * @returns `problems` is empty where an import may begin: `client/…` and `preflight/…` otherwise.
 *
 * @example
 * ```ts
 * import { createAdministrationClient } from "credport/client";
 * import { preflightService } from "credport/import";
 * import { createRehearsalService } from "credport/rehearsal";
 *
 * const { fetch } = createRehearsalService({ service: "supertokens" });
 * const client = createAdministrationClient({ baseUrl: "http://localhost", apiKey: "rehearsal", fetch });
 * const { problems } = await preflightService(client);
 * problems.map(({ code }) => code); // => ["preflight/not-the-service"]
 * ```
 */
export function preflightService(
  client: AdministrationClient,
  options: PreflightOptions = {},
): Promise<PreflightReport> {
  requireFunctions("client", client, ["has", "probe"]);
  requireOptions("preflightService", options, { needs: true, signal: true, now: true });
  return new Preflight(client, options).look();
}

class Preflight {
  readonly #client: AdministrationClient;
  readonly #options: PreflightOptions;
  readonly #problems: Problem[] = [];
  readonly #warnings: Problem[] = [];
  readonly #now: () => number;
  #versions: readonly string[] | undefined;
  #features: readonly string[] | undefined;
  #clockOffsetMs: number | undefined;
  #needs: Promise<PreflightNeeds> | undefined;

  constructor(client: AdministrationClient, options: PreflightOptions) {
    this.#client = client;
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async look(): Promise<PreflightReport> {
    // Where it is not the service, no other question makes sense.
    if (await this.#isTheService()) {
      await this.#askForFeatures();
      this.#compareClocks();
    }
    return {
      problems: this.#problems,
      warnings: this.#warnings,
      ...defined({
        versions: this.#versions,
        features: this.#features,
        clockOffsetMs: this.#clockOffsetMs,
      }),
    };
  }

  async #isTheService(): Promise<boolean> {
    if (this.#client.has("listVersions") && !(await this.#askForVersions())) return false;
    const { providerScryptAlgorithm } = this.#client.service;
    const request = {
      email: PROBE_ADDRESS,
      passwordHash: PROBE_HASH,
      hashingAlgorithm: providerScryptAlgorithm,
    };
    const probed = await this.#client.probe(request, this.#callOptions());
    if (!probed.ok) return this.#judgeProbe(probed.problems[0]);
    this.#problems.push(
      problem("preflight/takes-anything", `the service accepted a text in place of a hash, for ${PROBE_ADDRESS}`),
    );
    return false;
  }

  async #askForVersions(): Promise<boolean> {
    const listed = await this.#client.listVersions(this.#callOptions());
    if (!listed.ok) {
      this.#problems.push(asSettings(listed.problems[0]));
      return false;
    }
    this.#versions = listed.value;
    const { interfaceVersion } = this.#client.service;
    if (interfaceVersion === undefined || listed.value.includes(interfaceVersion)) return true;
    const message = `the service does not speak version ${interfaceVersion} of the interface, but ${listed.value.join(", ") || "none"}`;
    this.#problems.push(problem("preflight/version-not-spoken", message));
    return false;
  }

  /** Refused it must be; what for tells the rest. */
  async #judgeProbe(refused: Problem): Promise<boolean> {
    if (refused.code === "client/signer-key-missing") return this.#noteLack(refused, "providerScrypt");
    if (refused.code === "client/forbidden") return this.#noteLack(refused, "passwords");
    if (refused.code === "client/service-refused") return true;
    if (refused.code !== "client/bad-request") {
      this.#problems.push(asSettings(refused));
      return false;
    }
    const found = REFUSALS.find(({ said }) => said.test(refused.message));
    if (found === undefined) return true;
    this.#problems.push(problem(found.code, refused.message));
    return false;
  }

  async #noteLack(lack: Problem, need: Exclude<keyof PreflightNeeds, "providerScryptLines">): Promise<true> {
    const needs = await this.#askForNeeds();
    if (needs === undefined) this.#warnings.push(lack);
    else if (needs[need] > 0) {
      const lines = need === "providerScrypt" ? needs.providerScryptLines : [];
      this.#problems.push({ ...lack, message: `${lack.message}; ${needed(needs[need], lines)}` });
    }
    return true;
  }

  async #askForFeatures(): Promise<void> {
    const { paidFeatures } = this.#client.service;
    if (paidFeatures === undefined || !this.#client.has("listFeatures")) return;
    const listed = await this.#client.listFeatures(this.#callOptions());
    if (!listed.ok) {
      // That it is the service is known by now: an older one may not have this call.
      this.#warnings.push(listed.problems[0]);
      return;
    }
    this.#features = listed.value;
    for (const need of ["totp", "linking"] as const) {
      const name = paidFeatures[need];
      if (listed.value.includes(name)) continue;
      const message = `the paid feature ${name} (${FEATURES[need]}) is not enabled on the service`;
      await this.#noteLack(problem("client/feature-not-licensed", message, { field: name }), need);
    }
  }

  #compareClocks(): void {
    const offset = this.#clockOffsetMs;
    if (offset === undefined || Math.abs(offset) < CLOCK_TOLERANCE_MS) return;
    const seconds = Math.round(Math.abs(offset) / 1000);
    const direction = offset > 0 ? "fast" : "slow";
    const message = `the service's clock is ${counted(seconds, "second")} ${direction} against this machine's`;
    this.#warnings.push(problem("preflight/clock-off", message));
  }

  #askForNeeds(): Promise<PreflightNeeds | undefined> {
    this.#needs ??= this.#options.needs?.();
    return this.#needs ?? Promise.resolve(undefined);
  }

  #callOptions(): CallOptions {
    const { signal } = this.#options;
    return { signal, onAttempt: (event) => this.#noteTime(event) };
  }

  /** The header was written somewhere in the time that the attempt took. */
  #noteTime({ serviceTime, elapsedMs }: AttemptEvent): void {
    if (serviceTime === undefined) return;
    const sentAt = this.#now() - elapsedMs;
    const early = serviceTime + 1000 - sentAt;
    const late = serviceTime - this.#now();
    this.#clockOffsetMs = late > 0 ? late : Math.min(0, early);
  }
}

const FEATURES = { totp: "TOTP devices", linking: "several logins of one user" } as const;

function needed(users: number, lines: readonly number[] = []): string {
  const where = lines.length === 0 ? "" : `, first on ${nounFor(lines.length, "line", "lines")} ${lines.join(", ")}`;
  return `${counted(users, "user")} of the export ${nounFor(users, "needs", "need")} it${where}`;
}

/** The public core's texts (supertokens-core 12.1.1, `WebserverAPI.java`, `ImportUserWithPasswordHashAPI.java`). */
const REFUSALS = [
  { said: /tenantId not found/i, code: "preflight/tenant-unknown" },
  { said: /unsupported password hashing algorithm/i, code: "preflight/not-the-service" },
  { said: /cdi-version/i, code: "preflight/version-not-spoken" },
] as const;

/** With these ends the address is not that of the service: no user would fare better. */
const NOT_THE_SERVICE: ReadonlySet<string> = new Set(
  words(`client/path-not-found client/reply-not-json client/reply-unexpected
    client/unexpected-http-status`),
);

function asSettings(found: Problem): Problem {
  if (found.code === "client/bad-request") {
    const refusal = REFUSALS.find(({ said }) => said.test(found.message));
    if (refusal !== undefined) return problem(refusal.code, found.message);
  }
  if (!NOT_THE_SERVICE.has(found.code)) return found;
  const { httpStatus } = found;
  const message = `what answers at the address is not the service (${found.message})`;
  return problem("preflight/not-the-service", message, defined({ httpStatus }));
}
