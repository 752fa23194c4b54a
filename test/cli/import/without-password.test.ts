import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { startDouble } from "../../import/administration-double.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);

async function credport(...args: readonly string[]) {
  const fake = fakeIo({ env: { CREDPORT_API_KEY: "test-key-0123456789abcdef" } });
  const exitCode = await runCli(args, fake.io);
  return { exitCode, out: fake.out(), err: fake.err() };
}

const FROM = ["--from", "cognito", "--service", "supertokens"];
const BCRYPT = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";

/** A row of the pool's import table; the last one never confirmed their address. */
const ROWS = ["cognito:username,email,email_verified", "ada,ada@example.com,true", "=bob,bob@example.com,false"];

beforeEach(() => writeFile(place("users.csv"), `${ROWS.join("\n")}\n`));

async function service() {
  const rehearsal = createRehearsalService({ service: "supertokens" });
  const double = await startDouble(rehearsal);
  const post = async (path: string, body: object): Promise<{ readonly status?: string }> => {
    const reply = await rehearsal.fetch(`http://localhost${path}`, {
      method: "POST",
      headers: { rid: "emailpassword" },
      body: JSON.stringify(body),
    });
    return (await reply.json()) as { readonly status?: string };
  };
  const importTo = (...more: readonly string[]) =>
    credport("import", place("users.csv"), ...FROM, "--to", double.url, "--json", ...more);
  return { rehearsal, post, importTo };
}

const logins = ({ rehearsal }: Awaited<ReturnType<typeof service>>) =>
  rehearsal.state().users.flatMap(({ loginMethods }) => loginMethods.map(({ recipeId }) => recipeId));

describe("credport import --without-password", () => {
  test("reset brings users whom no password lets in, by calls and in bulk alike", async () => {
    for (const via of ["calls", "bulk"]) {
      const at = await service();
      const { exitCode, out } = await at.importTo("--without-password", "reset", "--via", via, "--journal", place(via));
      expect([exitCode, JSON.parse(out)]).toMatchObject([0, { imported: 2, stopped: null }]);
      expect(logins(at)).toEqual(["emailpassword", "emailpassword"]);
      const tried = await at.post("/recipe/signin", { email: "ada@example.com", password: "" });
      expect(tried.status).toBe("WRONG_CREDENTIALS_ERROR");
    }
  });

  test("code brings a login by code to the users whose address is verified", async () => {
    const at = await service();
    const { exitCode, out } = await at.importTo("--without-password", "code");
    expect([exitCode, JSON.parse(out)]).toMatchObject([1, { imported: 1, refusedByUs: 1 }]);
    expect(logins(at)).toEqual(["passwordless"]);
  });

  test("reset leaves the password of a user who is on the service, and is not taken with --existing overwrite", async () => {
    const at = await service();
    await at.post("/recipe/user/passwordhash/import", { email: "ada@example.com", passwordHash: BCRYPT });
    const refused = await at.importTo("--without-password", "reset", "--existing", "overwrite");
    expect([refused.exitCode, JSON.parse(refused.out)]).toMatchObject([2, { error: { code: "cli/wrong-usage" } }]);
    const { out } = await at.importTo("--without-password", "reset");
    expect(JSON.parse(out)).toMatchObject({ imported: 1, existing: 1, overwrittenPasswords: 0 });
  });

  test("reset asks for a word where the service can't be asked which users it has", async () => {
    const args = [
      "import",
      place("users.csv"),
      "--from",
      "cognito",
      "--service",
      "default",
      "--to",
      "http://127.0.0.1:9",
      "--json",
    ];
    const refused = await credport(...args, "--without-password", "reset");
    expect([refused.exitCode, JSON.parse(refused.out)]).toMatchObject([2, { error: { code: "cli/wrong-usage" } }]);
  });

  test("is kept by the journal: a run that is resumed does the same with these users", async () => {
    const at = await service();
    await at.importTo("--without-password", "reset");
    const other = await at.importTo("--without-password", "code");
    expect(JSON.parse(other.out)).toMatchObject({ stopped: { code: "import/input-changed" } });
    const later = await service();
    await later.importTo("--journal", place("later"));
    const { out } = await later.importTo("--without-password", "reset", "--journal", place("later"));
    expect(JSON.parse(out)).toMatchObject({ imported: 2 });
  });
});

describe("credport check --mailing", () => {
  test("writes whom to write to, and what they have to do", async () => {
    const path = place("mailing.csv");
    const { exitCode } = await credport(
      ...["check", place("users.csv"), ...FROM, "--without-password", "reset", "--mailing", path],
    );
    expect(exitCode).toBe(0);
    const head = '"external_user_id","email","phone","language","to_do"\r\n';
    const ada = '"ada","ada@example.com","","","choose-password"\r\n';
    expect(await readFile(path, "utf8")).toBe(`${head}${ada}"'=bob","bob@example.com","","","choose-password"\r\n`);
  });

  test("has users who sign in by codes that are sent to their number", async () => {
    const [file, path] = [place("users.json"), place("mailing.csv")];
    const Attributes = [listed("phone_number", "+15555550100"), listed("phone_number_verified", "true")];
    const user = { Username: "ned", Enabled: true, UserStatus: "CONFIRMED", Attributes };
    await writeFile(file, JSON.stringify({ Users: [user] }));
    await credport("check", file, "--from", "cognito", "--without-password", "code", "--mailing", path);
    expect((await readFile(path, "utf8")).split("\r\n")[1]).toBe(`"ned","","'+15555550100","","sign-in-by-code"`);
  });

  const listed = (Name: string, Value: string) => ({ Name, Value });
  const ADDRESS = { email: "ann@example.com", email_verified: true };
  const human = { userName: "ann", email: { email: ADDRESS.email, isEmailVerified: true } };

  test.each([
    [
      "cognito",
      {
        Users: [
          {
            ...{ Username: "ann", Enabled: true, UserStatus: "CONFIRMED" },
            Attributes: [listed("email", ADDRESS.email), listed("email_verified", "true"), listed("locale", "de-DE")],
          },
        ],
      },
      "de-DE",
    ],
    [
      "okta",
      [
        {
          ...{ id: "00u1", status: "ACTIVE" },
          profile: { login: ADDRESS.email, email: ADDRESS.email, locale: "de_DE", preferredLanguage: "de" },
          credentials: { provider: { type: "OKTA", name: "OKTA" } },
        },
      ],
      "de_DE",
    ],
    [
      "keycloak",
      {
        realm: "shop",
        users: [
          {
            ...{ id: "ann", username: "ann", enabled: true, email: ADDRESS.email, emailVerified: true },
            ...{ attributes: { locale: ["de"], team: ["red"] }, credentials: [] },
          },
        ],
      },
      "de",
    ],
    ["auth0", { user_id: "auth0|1", ...ADDRESS, user_metadata: { settings: { language: "pt-BR" } } }, "pt-BR"],
    [
      "zitadel",
      {
        dataOrgs: {
          orgs: [
            { orgId: "1", humanUsers: [{ userId: "ann", user: { ...human, profile: { preferredLanguage: "it" } } }] },
          ],
        },
      },
      "it",
    ],
  ])("has the language where %s has it further in", async (from, document, language) => {
    const [file, path] = [place("users.json"), place("mailing.csv")];
    await writeFile(file, JSON.stringify(document));
    const { out } = await credport("check", file, "--from", from, "--without-password", "reset", "--mailing", path);
    expect(out).toContain("1 can be imported");
    expect(await readFile(path, "utf8")).toContain(`"ann@example.com","","${language}","choose-password"`);
  });
});
