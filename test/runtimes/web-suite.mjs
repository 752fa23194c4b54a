/**
 * What runs where nothing of Node is: bundled for browsers, it holds credport to vectors that it is given as data and
 * tries a login and the client against answers that are made up here.
 */
import { createImportClient } from "../../dist/client/index.js";
import { judgeAnswer } from "../../dist/conformance/judge/judge-answer.js";
import { credportImplementation } from "../../dist/conformance/own/credport-implementation.js";
import { callOperation } from "../../dist/conformance/session/in-process-session.js";
import { createLoginFallback, openFallbackStore } from "../../dist/login/index.js";
import { createVerifyHandler } from "../../dist/serve/index.js";
import { enginesAvailable, requireEngines } from "../../dist/verify/index.js";

const { operations } = credportImplementation("web");

/** Answers that are right, and the ids of the others; those for which there is no engine apart. */
async function runVectors(cases) {
  const failed = [];
  const withoutEngine = [];
  let passed = 0;
  for (const vector of cases) {
    const answer = await callOperation(operations[vector.operation], vector.input);
    const { status, detail } = judgeAnswer(vector, answer);
    if (answer.error?.code === "verify/engine-missing") withoutEngine.push(vector.id);
    else if (status === "pass" || status === "accepted-variant") passed += 1;
    else failed.push(`${vector.id} ${status} ${detail}`);
  }
  return { passed, failed, withoutEngine };
}

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

async function login() {
  const findLegacyUser = async () => ({ id: "1", passwordHash: BCRYPT });
  const fallback = createLoginFallback({ findLegacyUser, importUser: async () => undefined });
  const store = await openFallbackStore("any");
  return `${(await fallback.attempt("ann", "U*U")).kind}, ${store.ok ? "a store" : store.problems[0].code}`;
}

async function client() {
  const sent = [];
  const fetch = async (url, { method }) => {
    sent.push(`${method} ${new URL(url).pathname}`);
    const user = { id: "u1", emails: ["a@example.com"], loginMethods: [] };
    return new Response(JSON.stringify({ status: "OK", user }), {
      headers: { "content-type": "application/json" },
    });
  };
  const sender = createImportClient({ baseUrl: "http://localhost", apiKey: "any", fetch });
  const reply = await sender.importPasswordHash({ email: "a@example.com", passwordHash: BCRYPT });
  return reply.ok ? sent.join() : reply.problems[0].code;
}

/** The client over this runtime's own fetch, to a service that listens. */
async function imports(baseUrl) {
  const sender = createImportClient({ baseUrl, apiKey: "any" });
  const reply = await sender.importPasswordHash({ email: "a@example.com", passwordHash: BCRYPT });
  return reply.ok ? "imports" : reply.problems[0].code;
}

/** What a service that asks at login is told: for the password, for another one, and without the shared secret. */
async function serve() {
  const bearer = "a secret that both sides know";
  const handler = createVerifyHandler({
    shape: "ory",
    caller: { bearer },
    findLegacyUser: async () => ({ id: "1", passwordHash: BCRYPT }),
    hashes: { commonHash: BCRYPT },
  });
  const ask = async (password, secret) => {
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    const body = JSON.stringify({ identifier: "ann", password });
    return (await handler(new Request("http://127.0.0.1/", { method: "POST", headers, body }))).status;
  };
  return [await ask("U*U", bearer), await ask("another", bearer), await ask("U*U", "another secret")].join(" ");
}

async function engines() {
  await requireEngines(["bcrypt", "scrypt", "pbkdf2", "digest"]);
  const available = await enginesAvailable();
  return Object.fromEntries(available.map(({ scheme, kind, engines: [first] }) => [scheme, `${first} (${kind})`]));
}

export const credportSuite = {
  runVectors,
  imports,
  smoke: async () => ({
    login: await login(),
    client: await client(),
    serve: await serve(),
    engines: await engines(),
  }),
};
