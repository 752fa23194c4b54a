/** Damaged calls of the endpoint that services ask at login: every shape, with its own tokens and encrypted bodies. */
import { generateKeyPairSync } from "node:crypto";
import { CompactEncrypt, exportJWK, SignJWT, UnsecuredJWT } from "jose";
import * as serve from "../../dist/serve/index.js";
import { mutate, someOf } from "./mutate.mjs";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const PASSWORD = "U*U";
const ANN = { id: "1", email: "ann@example.com", emailVerified: true, passwordHash: BCRYPT };
const EXPECTED = { issuer: "https://login.example.com/", audience: "credport" };
const SECRET = "a secret that both sides know";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const inner = new UnsecuredJWT({
  "user-password": PASSWORD,
  username: ANN.email,
  nonce: "3f0e8d2a",
}).encode();
const JWE = await new CompactEncrypt(Buffer.from(inner))
  .setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A256GCM" })
  .encrypt(publicKey);
const JWT = await new SignJWT({ iss: EXPECTED.issuer, aud: EXPECTED.audience, exp: 4_102_444_800 })
  .setProtectedHeader({ alg: "RS256", kid: "one" })
  .sign(privateKey);
const KEYS = { keys: [{ ...(await exportJWK(publicKey)), kid: "one", use: "sig", alg: "RS256" }] };

const credential = { username: ANN.email, password: PASSWORD };
/** A call of each service as it sends it, and whether it lets Ann in. */
const CALLS = {
  keycloak: { path: "/auth/ann@example.com", body: { password: PASSWORD } },
  ory: { path: "/", body: { identifier: ANN.email, password: PASSWORD } },
  okta: {
    ...{ path: "/" },
    body: { eventType: "com.okta.user.credential.password.import", data: { context: { credential } } },
  },
  cognito: {
    ...{ path: "/" },
    body: {
      ...{ triggerSource: "UserMigration_Authentication", userName: ANN.email },
      request: { password: PASSWORD },
    },
  },
  auth0: { path: "/", body: { action: "login", identifier: ANN.email, password: PASSWORD } },
  entra: {
    path: "/",
    body: {
      type: "microsoft.graph.authenticationEvent.passwordSubmit",
      data: {
        "@odata.type": "microsoft.graph.onPasswordSubmitCalloutData",
        encryptedPasswordContext: JWE,
        authenticationContext: { user: { id: "00aa", mail: ANN.email } },
      },
    },
  },
};

const SHAPES = Object.keys(CALLS);
const reports = [];
const handlers = Object.fromEntries(
  SHAPES.map((shape) => [
    shape,
    serve.createVerifyHandler({
      ...{ shape, caller: { bearer: SECRET } },
      findLegacyUser: async (identifier) => (identifier === ANN.email ? ANN : null),
      ...(shape === "entra" ? { privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString() } : {}),
      hashes: { commonHash: BCRYPT },
      onReply: (report) => reports.push(report),
    }),
  ]),
);
const isEntra = serve.createTokenCheck({ ...EXPECTED, keys: async () => KEYS });

const requestOf = ({ path }, body, authorization) =>
  new Request(new URL(path, "http://127.0.0.1/"), {
    ...{ method: "POST", headers: { authorization, "content-type": "application/json" }, body },
  });

/** What a shape says of a call, damaged in a piece of its JSON. */
export async function serveRound(random) {
  const shape = someOf(SHAPES, random);
  const sound = JSON.stringify(CALLS[shape].body);
  const body = random() < 0.05 ? Buffer.from(sound) : mutate(Buffer.from(sound), [Buffer.from(JWE)], random);
  const found = [];
  reports.length = 0;
  try {
    const reply = await handlers[shape](requestOf(CALLS[shape], body, `Bearer ${SECRET}`));
    const text = await reply.text();
    if (reply.status === 500) found.push(`${shape}: answers 500`);
    if (text.includes(BCRYPT.slice(7))) found.push(`${shape}: the answer holds the hash`);
    if (JSON.stringify(reports).includes(BCRYPT.slice(7))) found.push(`${shape}: the report holds the hash`);
    if (reports[0]?.answer === "match" && !body.includes(PASSWORD) && shape !== "entra")
      found.push(`${shape}: lets in without the password`);
    if (body.equals(Buffer.from(sound)) && reports[0]?.answer !== "match")
      found.push(`${shape}: does not know a sound call`);
  } catch (error) {
    found.push(`${shape} throws on ${JSON.stringify(body.toString())}: ${error.stack}`);
  }
  return [...found, ...(await tokenFaults(random))];
}

async function tokenFaults(random) {
  const token = random() < 0.05 ? JWT : mutate(Buffer.from(JWT), [Buffer.from(JWE)], random).toString("latin1");
  const authorization = `Bearer ${token}`.replace(/[^\x21-\x7e]/g, " ");
  try {
    const isLetIn = await isEntra(new Request("http://127.0.0.1/", { headers: { authorization } }));
    const isSound = authorization.trim() === `Bearer ${JWT}`;
    // One of the last bits of a signature's text says nothing.
    if (isLetIn !== isSound && !(isLetIn && authorization.slice(0, -2) === `Bearer ${JWT}`.slice(0, -2)))
      return [`a token ${isSound ? "that is sound is refused" : `of ${authorization} is let in`}`];
  } catch (error) {
    return [`the check of tokens throws on ${authorization}: ${error.stack}`];
  }
  return [];
}
