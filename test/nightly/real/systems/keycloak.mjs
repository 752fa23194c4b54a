/** Keycloak on its database for development; users made by its administration interface. */
import { printedCommand } from "../printed-command.mjs";
import { totpOf } from "../totp-of.mjs";
import { freePort, maven } from "../workshop.mjs";

const REALM = "acme";
const ADMINISTRATOR = { username: "administrator", password: "secret of the administrator" };
/** Hash algorithms of a realm's password policy, and what becomes of their users. */
export const PBKDF2 = [
  ["pbkdf2", "at-login"],
  ["pbkdf2-sha256", "at-login"],
  ["pbkdf2-sha512", "at-login"],
];

export const system = keycloakOf("26.5.6", {
  policies: [["argon2", "imported"], ...PBKDF2],
  bootstrap: ["KC_BOOTSTRAP_ADMIN_USERNAME", "KC_BOOTSTRAP_ADMIN_PASSWORD"],
  withoutAddress: 400,
});

export function keycloakOf(version, { policies, bootstrap: [nameOf, passwordOf], withoutAddress }) {
  return {
    async install(shop) {
      await maven(shop, { group: "org.keycloak", name: "keycloak-quarkus-dist", version });
      shop.addToPath(`keycloak-${version}`, "bin");
      shop.env.JAVA_OPTS_KC_HEAP = "-Xms128m -Xmx768m";
      return `Keycloak ${version}`;
    },

    /** The export wants the database for itself: the server ends before it. */
    async makeUsers(shop) {
      const port = await freePort();
      const { username, password } = ADMINISTRATOR;
      const env = { [nameOf]: username, [passwordOf]: password };
      const where = ["--http-host", "127.0.0.1", "--http-port", String(port)];
      const server = shop.service("kc.sh", ["start-dev", ...where], { env });
      const url = `http://127.0.0.1:${port}`;
      await shop.untilAnswers(`${url}/realms/master`, server);
      const users = await makeAll(await openRealm(url), url, { policies, withoutAddress });
      await server.stop();
      return users;
    },

    exports: (shop, users) => [
      {
        title: "one file",
        command: printedCommand("keycloak", "kc.sh export --file", { "<realm>": REALM }),
        ...{ file: shop.path("realm.json"), from: "keycloak", users },
      },
      {
        title: "several files",
        command: printedCommand("keycloak", "kc.sh export --dir", { "<realm>": REALM }),
        ...{ file: shop.path(`realm/${REALM}-realm.json`), from: "keycloak", users },
        options: ["--join", shop.path(`realm/${REALM}-users-0.json`)],
      },
    ],
  };
}

async function signedIn(url, realm, form) {
  const body = new URLSearchParams({ grant_type: "password", client_id: "admin-cli", ...form });
  const reply = await fetch(`${url}/realms/${realm}/protocol/openid-connect/token`, { method: "POST", body });
  return { status: reply.status, ...(await reply.json()) };
}

/** Gives what calls the realm's administration. The administrator's token lasts a minute: each call has its own. */
async function openRealm(url) {
  const call = async (method, path, body) => {
    const { access_token } = await signedIn(url, "master", ADMINISTRATOR);
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
    const reply = await fetch(`${url}/admin/realms${path}`, { method, headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`Keycloak: ${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply.headers.get("location")?.split("/").at(-1);
  };
  await call("POST", "", { realm: REALM, enabled: true });
  const provider = { alias: "google", providerId: "google", config: { clientId: "a", clientSecret: "b" } };
  await call("POST", `/${REALM}/identity-provider/instances`, provider);
  return call;
}

async function makeAll(call, url, { policies, withoutAddress }) {
  const users = [];
  const make = async (name, becomes, { credentials = [], code, atFallback, totp, expects = 200, ...more } = {}) => {
    const email = "email" in more ? more.email : `${name}@example.com`;
    const password = more.password === undefined ? `Pass of ${name}, Grüße 😀` : more.password.value;
    const own = password === undefined ? [] : [{ type: "password", value: password, temporary: more.isTemporary }];
    const person = {
      username: name,
      email,
      firstName: name,
      lastName: "Example",
      enabled: more.enabled ?? true,
    };
    const id = await call("POST", `/${REALM}/users`, { ...person, credentials: [...own, ...credentials] });
    const factor = totp === undefined ? {} : { totp: totp() };
    if (password !== undefined) {
      const { status } = await signedIn(url, REALM, { username: name, password, ...factor });
      if (status !== expects) throw new Error(`Keycloak answers ${status} when ${name} signs in`);
    }
    const identifiers = email === undefined ? [name] : [email, name];
    users.push({ identifiers, email, password, becomes, code, atFallback, totp });
    return id;
  };
  for (const [algorithm, becomes] of policies) {
    await call("PUT", `/${REALM}`, { passwordPolicy: `hashAlgorithm(${algorithm})` });
    await make(algorithm, becomes);
    await make(`${algorithm}.otp`, becomes, secondFactor(`key of ${algorithm}`));
  }
  const [best, becomesOfBest] = policies[0];
  await call("PUT", `/${REALM}`, { passwordPolicy: `hashAlgorithm(${best})` });
  await make("disabled", "refused", { enabled: false, code: "user/disabled", expects: 400 });
  // Nothing is imported without an address: they choose one at their login.
  const noAddress = { email: undefined, atFallback: "must-reset", expects: withoutAddress };
  await make("no-address", "at-login", noAddress);
  // Imported it is theirs until they change it; at their login they choose another.
  const atFallback = becomesOfBest === "at-login" ? "must-reset" : undefined;
  await make("temporary", becomesOfBest, { isTemporary: true, atFallback, expects: 400 });
  const social = await make("social", "imported", { password: { value: undefined } });
  const login = { identityProvider: "google", userId: "1081", userName: "social" };
  await call("POST", `/${REALM}/users/${social}/federated-identity/google`, login);
  return users;
}

/** Keycloak's key is the text's bytes. */
function secondFactor(key) {
  const data = { subType: "totp", digits: 6, counter: 0, period: 30, algorithm: "HmacSHA1" };
  const credential = { type: "otp", userLabel: "phone", secretData: JSON.stringify({ value: key }) };
  return {
    credentials: [{ ...credential, credentialData: JSON.stringify(data) }],
    totp: () => totpOf({ key: Buffer.from(key) }),
  };
}
