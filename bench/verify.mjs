/**
 * Verification against the bare native engine that it uses, called directly: the same
 * hash, the same password, in turns, so that a busy machine slows both alike.
 */
import crypto from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import { verify as verifyBcrypt } from "@node-rs/bcrypt";
import bcryptjs from "bcryptjs";
import { setEnginePolicy } from "../dist/verify/engines/choose-engine.js";
import { hashProviderScrypt, verifyPassword, verifyProviderScrypt } from "../dist/verify/index.js";

/** Milliseconds that a comparison of two calls takes; at least 31 rounds. */
const COMPARISON = 4000;
const IN_FLIGHT = 200;
const PASSWORD = "correct horse battery staple";

export default async function run() {
  const bcrypt = bcryptjs.hashSync(PASSWORD, 10);
  const argon2 = await argon2Hash();
  const firebase = await firebaseHash();
  const cases = [
    [
      "bcrypt, cost 10",
      () => verifyPassword(PASSWORD, bcrypt),
      "@node-rs/bcrypt verify",
      () => verifyBcrypt(PASSWORD, bcrypt),
    ],
    ["argon2id, m=19456 t=2 p=1", () => verifyPassword(PASSWORD, argon2.text), "@node-rs/argon2 hashRaw", argon2.bare],
    [
      "scrypt, N=16384 r=8 p=1",
      () => verifyPassword(PASSWORD, scryptHash()),
      "crypto.scrypt",
      () => bareScrypt(Buffer.from("salt"), 64),
    ],
    [
      "verifyProviderScrypt, m=14 r=8",
      () => verifyProviderScrypt(PASSWORD, firebase.text, firebase.signerKey),
      "crypto.scrypt",
      () => bareScrypt(firebase.salt, 32),
    ],
  ];
  const rows = [];
  for (const [name, ours, other, bare] of cases) {
    const [mine, theirs] = await medians([ours, bare]);
    rows.push(
      row(name, "ms", mine, [[other, theirs]], "ours / theirs should be at most 1.05: other ratio at least 0.95"),
    );
  }
  // A burst of cost 10 takes too long to be repeated.
  const cheap = bcryptjs.hashSync(PASSWORD, 8);
  cases[0] = [
    "bcrypt, cost 8",
    () => verifyPassword(PASSWORD, cheap),
    "@node-rs/bcrypt verify",
    () => verifyBcrypt(PASSWORD, cheap),
  ];
  for (const [name, ours, other, bare] of cases.slice(0, 3)) rows.push(...(await inFlight(name, ours, other, bare)));
  rows.push(...(await portable(bcrypt)));
  return rows;
}

/** One call of each in turn, in an order of chance. */
async function medians(calls) {
  const times = calls.map(() => []);
  const began = performance.now();
  for (let round = -3; round < 31 || performance.now() - began < COMPARISON; round++) {
    const order = calls.map((_, index) => index).sort(() => Math.random() - 0.5);
    for (const index of order) {
      const start = performance.now();
      await calls[index]();
      if (round >= 0) times[index].push(performance.now() - start);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]);
}

/** Every 2 ms, how much too late the event loop turns; a stretch without any turn counts as well. */
function probeEventLoop() {
  const delays = [];
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    delays.push(Math.max(0, now - last - 2));
    last = now;
  };
  const timer = setInterval(look, 2);
  return () => {
    look();
    clearInterval(timer);
    return delays.sort((a, b) => a - b)[Math.ceil(delays.length * 0.99) - 1];
  };
}

/** 200 at once: verifications per second, and how long the event loop did not turn. */
async function inFlight(name, ours, other, bare) {
  const mine = [];
  const theirs = [];
  for (let round = 0; round < 4; round++) {
    mine.push(await burst(ours));
    theirs.push(await burst(bare));
  }
  const [best, bareBest] = [mine, theirs].map((list) => list.sort((a, b) => b.rate - a.rate)[0]);
  return [
    row(
      `${name}, ${IN_FLIGHT} in flight`,
      "per second",
      best.rate,
      [[other, bareBest.rate]],
      "ours / theirs should be at least 0.95: other ratio at most 1.05",
    ),
    row(
      `${name}, ${IN_FLIGHT} in flight, event-loop delay p99`,
      "ms",
      best.delay,
      [[other, bareBest.delay]],
      "below 20 ms with native engines",
    ),
  ];
}

async function burst(call, count = IN_FLIGHT) {
  const stop = probeEventLoop();
  const began = performance.now();
  const results = await Promise.all(Array.from({ length: count }, call));
  const seconds = (performance.now() - began) / 1000;
  const delay = stop();
  const wrong = results.find((result) => result?.ok === false || result?.value?.matches === false);
  if (wrong !== undefined) throw new Error(JSON.stringify(wrong));
  return { rate: count / seconds, delay };
}

/** The portable engine in its worker threads, beside bcryptjs on the main thread. */
async function portable(hash) {
  const ours = () => verifyPassword(PASSWORD, hash);
  const bare = () => bcryptjs.compare(PASSWORD, hash);
  const rows = [];
  for (const [name, without] of [
    ["hash-wasm", []],
    ["bcryptjs", ["hash-wasm"]],
  ]) {
    setEnginePolicy({ native: false, without });
    const mine = await burst(ours, 40);
    const theirs = await burst(bare, 40);
    rows.push(
      row(
        `portable bcrypt (${name}), cost 10, 40 in flight`,
        "per second",
        mine.rate,
        [["bcryptjs compare", theirs.rate]],
        "two worker threads against the main thread",
      ),
    );
    rows.push(
      row(
        `portable bcrypt (${name}), event-loop delay p99`,
        "ms",
        mine.delay,
        [["bcryptjs compare", theirs.delay]],
        "",
      ),
    );
  }
  setEnginePolicy({ native: true });
  return rows;
}

function row(name, unit, ours, others, note) {
  return {
    name,
    unit,
    ours,
    others: others.map(([other, value]) => ({ name: other, value, ratio: value / ours })),
    note,
  };
}

async function argon2Hash() {
  const salt = Buffer.from("somesaltsomesalt");
  const bare = () =>
    hashRaw(PASSWORD, { salt, memoryCost: 19456, timeCost: 2, parallelism: 1, algorithm: 2, outputLen: 32 });
  const digest = Buffer.from(await bare())
    .toString("base64")
    .replaceAll("=", "");
  return {
    text: `$argon2id$v=19$m=19456,t=2,p=1$${salt.toString("base64").replaceAll("=", "")}$${digest}`,
    bare,
  };
}

let scryptText;
function scryptHash() {
  scryptText ??= `scrypt:16384:8:1$salt$${crypto.scryptSync(PASSWORD, "salt", 64).toString("hex")}`;
  return scryptText;
}

function bareScrypt(salt, length) {
  return new Promise((resolve, reject) => {
    crypto.scrypt(PASSWORD, salt, length, { N: 16384, r: 8, p: 1, maxmem: 67_108_864 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

async function firebaseHash() {
  const signerKey = crypto.createHash("sha512").update("a signer key for the benchmark").digest("base64");
  const account = { signerKey, saltSeparator: "Bw==", memCost: 14, rounds: 8 };
  const hashed = await hashProviderScrypt(PASSWORD, { ...account, salt: "42xEC+ixf3L2lw==" });
  if (!hashed.ok) throw new Error(hashed.problems[0].code);
  return {
    text: hashed.value,
    signerKey,
    salt: Buffer.concat([Buffer.from("42xEC+ixf3L2lw==", "base64"), Buffer.of(7)]),
  };
}
