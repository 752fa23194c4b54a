import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSheet } from "../../../src/cli/input/decision-rows.js";
import { Decisions } from "../../../src/cli/input/matched-decisions.js";
import { checkOf, phoneIn } from "../../../src/cli/output/row-check.js";
import { csvLine } from "../../../src/lib/csv-line.js";
import type { Identifier } from "../../../src/source/index.js";

interface User {
  readonly id: string;
  readonly email: string;
  readonly phone: string;
}
interface Cells {
  readonly id: string;
  readonly email: string;
  readonly phone: string;
}

const HEAD = "user_id,decision,email,phone,row\r\n";
const own = ({ id, email, phone }: User): string => checkOf({ userId: id, email, phone: phoneIn(phone) });
const rowFor = (user: User, decision: string, cells: Cells = user, check = own(user)): string =>
  csvLine([cells.id, decision, cells.email, cells.phone, check]);

function identifiersOf({ id, email, phone }: User): readonly Identifier[] {
  const all = [
    { kind: "email", value: email },
    { kind: "phone", value: phone },
    { kind: "id", value: id },
  ] as const;
  return all.filter(({ value }) => value !== "");
}

/** What is decided of each user, once all have been read. */
function decide(sheet: string, users: readonly User[]) {
  const decisions = new Decisions("sheet.csv", parseSheet(sheet, "sheet.csv"));
  for (const user of users) decisions.get(user.id, identifiersOf(user));
  decisions.whenRead();
  const fates = users.map((user) => decisions.get(user.id, identifiersOf(user)));
  const reasons = users.map(({ id }) => decisions.reasonOf(id));
  return { fates, reasons, lost: decisions.lost(), gone: decisions.gone().length, decisions };
}

const exponent = (text: string, digits: number): string => Number(text).toExponential(digits - 1);
const isNumeric = (text: string): boolean => /^\+?\d+$/.test(text);
const grouped = (text: string, sign: string): string => text.replaceAll(/\B(?=(?:\d{3})+$)/g, sign);
const ofNumber = (change: (text: string) => string) => (text: string) => (isNumeric(text) ? change(text) : text);

/** What programs make of cells. */
const DAMAGE: Readonly<Record<string, (text: string) => string>> = {
  "nothing at all": (text) => text,
  "zeros gone": ofNumber((text) => text.replace(/^\+?0*(?=\d)/, "")),
  "fifteen digits": ofNumber((text) =>
    text.replace("+", "").replace(/(?<=^\d{15}).*/, (rest) => "0".repeat(rest.length)),
  ),
  "Excel, shown": ofNumber((text) => exponent(text, 6).replace("e+", "E+")),
  "Excel, German": ofNumber((text) => exponent(text, 5).replace("e+", "E+").replace(".", ",")),
  Numbers: ofNumber((text) =>
    String(exponent(text, 15))
      .replace("e+", "E")
      .replace(/\.?0*E/, "E"),
  ),
  JavaScript: ofNumber((text) => String(Number(text))),
  pandas: ofNumber((text) => `${Number(text)}.0`),
  thousands: ofNumber((text) => grouped(text.replace("+", ""), ".")),
  "thousands in English": ofNumber((text) => grouped(text.replace("+", ""), ",")),
  date: (text) => text.replace(/^(\d{1,2})[-/.](\d{1,2})$/, "0$1-Mar"),
  serial: (text) => text.replace(/^\d{1,2}[-/.]\d{1,2}$/, "45352"),
  exponents: (text) => (/^\d+e\d$/i.test(text) ? String(Number(text)) : text),
  truth: (text) => (/^(?:true|false)$/i.test(text) ? text.toUpperCase() : text),
  "missing values": (text) => (/^(?:nan|null|na|none)$/i.test(text) ? "" : text),
  trimmed: (text) => text.trim(),
  "signs of another alphabet": (text) => Buffer.from(text, "utf8").toString("latin1"),
  "no signs of another alphabet": (text) => text.replaceAll(/[^ -~]/g, "?"),
  link: (text) => (text.includes("@") ? `mailto:${text}` : text),
  capitals: (text) => (text.includes("@") ? text.toUpperCase() : text),
};

const ids = fc.oneof(
  fc.constantFrom(
    "7",
    "007",
    "0042",
    "42",
    "42.0",
    "1-2",
    "3/4",
    "12E3",
    "12000",
    "1e5",
    "100000",
    "true",
    "TRUE",
    "nan",
  ),
  fc.constantFrom("123456789012345678", "123456789012345680", "1234567890123456789", "1234567890123450000"),
  fc.constantFrom("ann", " ann", "=ann", "'ann", "+5", "-5", "5", "jörg", "j?rg", "auth0|1", "mar1", "\u202eann"),
  fc.uuid(),
  fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text.trim() !== ""),
);
const emails = fc.constantFrom("", "", "a@x.example", "b@x.example", "c@x.example", "jörg@x.example", "+d@x.example");
const phones = fc.constantFrom("", "+491701234567", "+491701234511", "+15555550100", "+15555560011", "x12 555");
const users = fc.uniqueArray(fc.record({ id: ids, email: emails, phone: phones }), {
  maxLength: 6,
  selector: ({ id }) => id,
});
const decisions = fc.array(fc.constantFrom("", "leave-out", "import", "overwrite"), { minLength: 6, maxLength: 6 });
const kinds = fc.constantFrom(...Object.keys(DAMAGE));
const damages = fc.record({ id: kinds, email: kinds, phone: kinds });

const damagedSheet = (written: readonly User[], words: readonly string[], kind: Record<keyof Cells, string>) =>
  HEAD +
  written
    .map((user, at) => {
      const cell = (name: keyof Cells) => (DAMAGE[kind[name]] as (text: string) => string)(user[name]);
      return rowFor(user, words[at] as string, { id: cell("id"), email: cell("email"), phone: cell("phone") });
    })
    .join("");

describe("a sheet without the column", () => {
  const known = users.map((all) => all.filter(({ email, phone }) => email !== "" || phone.startsWith("+")));

  it("decides about no other user who has an address or a number, and what it doesn't decide is said", () => {
    const property = fc.property(known, decisions, damages, (written, words, kind) => {
      const sheet = damagedSheet(written, words, kind).replaceAll(/,"[a-p]{20}"(?=\r\n)/g, ',""');
      let said: ReturnType<typeof decide>;
      try {
        said = decide(sheet, written);
      } catch (error) {
        expect(String(error)).toMatch(/another row decides otherwise|there is no user_id/);
        return;
      }
      const { fates, lost } = said;
      // Rows with an address are known by it, and by the number only without one.
      const isSame = (one: User, other: User) =>
        one.email === other.email && (one.email !== "" || one.phone === other.phone);
      fates.forEach((fate, at) => {
        const may = written.flatMap((one, row) => (isSame(one, written[at] as User) ? [words[row] || "open"] : []));
        expect([undefined, "unclear", "open", ...may]).toContain(fate);
      });
      const missed = fates.some((fate, at) => words[at] !== "" && (fate === undefined || fate === "open"));
      if (missed) expect(lost.length > 0 || fates.includes("unclear")).toBe(true);
    });
    fc.assert(property, { numRuns: 1000 });
  });
});

describe("a sheet that credport has written", () => {
  it("is carried out for its users, whatever a program has made of the other cells", () => {
    const property = fc.property(users, decisions, damages, (written, words, kind) => {
      const { fates, lost, gone } = decide(damagedSheet(written, words, kind), written);
      expect([fates, lost, gone]).toEqual([written.map((_, at) => words[at] || "open"), [], 0]);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it("decides about no other user of a later export, and nothing that was decided is lost unsaid", () => {
    const changes = fc.array(fc.constantFrom("same", "same", "gone", "address", "number"), {
      minLength: 6,
      maxLength: 6,
    });
    const property = fc.property(users, users, decisions, damages, changes, (written, others, words, kind, later) => {
      const kept = written.flatMap((user, at) => {
        const email = later[at] === "address" ? `new${at}@x.example` : user.email;
        const phone = later[at] === "number" ? `+4930000000${at}` : user.phone;
        return later[at] === "gone" ? [] : [{ ...user, email, phone }];
      });
      const newcomers = others.filter(({ id }) => !written.some((user) => user.id === id));
      const now = [...kept, ...newcomers];
      const { fates, lost, gone, decisions: all } = decide(damagedSheet(written, words, kind), now);
      fates.forEach((fate, at) => {
        const row = written.findIndex(({ id }) => id === now[at]?.id);
        if (fate === undefined || fate === "unclear" || fate === "open") return;
        const isSame = [words[row], written[row]?.email].join() === [fate, now[at]?.email].join();
        const isWritten = written.some((user, one) => own(user) === own(now[at] as User) && words[one] === fate);
        // A row that a program has made that of a user with the same address and number.
        const isTaken = written.some(
          ({ email, phone }, one) =>
            (email || phone) !== "" && email === now[at]?.email && phone === now[at]?.phone && words[one] === fate,
        );
        expect(isSame || isWritten || isTaken).toBe(true);
      });
      const decided = words.slice(0, written.length).filter((word) => word !== "").length;
      const carried = fates.filter((fate) => fate !== undefined && fate !== "open" && fate !== "unclear").length;
      expect(all.unused().length + carried).toBeGreaterThanOrEqual(decided);
      if (!fates.includes("unclear")) expect(carried + lost.length + gone).toBeGreaterThanOrEqual(decided);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  const [ann, bob] = [
    { id: "ann", email: "a@x.example", phone: "" },
    { id: "bob", email: "a@x.example", phone: "" },
  ];

  it("leaves a user to themselves who was in the sheet with another one who had the same address and is gone", () => {
    const sheet = HEAD + rowFor(ann, "leave-out") + rowFor(bob, "");
    expect(decide(sheet, [bob])).toMatchObject({ fates: ["open"], lost: [], gone: 1 });
    expect(decide(HEAD + rowFor(ann, "leave-out"), [bob]).fates).toEqual(["unclear"]);
  });

  it("knows a number that a person has changed, and an ID that is another user's", () => {
    const five = { id: "5", email: "", phone: "+491701234567" };
    expect(decide(HEAD + rowFor(five, "leave-out", { ...five, id: "6" }), [five]).fates).toEqual(["unclear"]);
    const date = { id: "1-2", email: "", phone: "+491701234511" };
    const changed = HEAD + rowFor(date, "leave-out", { ...date, id: "ann" });
    expect(decide(changed, [date, ann]).fates).toEqual(["unclear", "unclear"]);
  });

  it("does not decide by the ID alone where its cells were changed and its user is gone", () => {
    const [zeros, seven] = [
      { id: "007", email: "", phone: "" },
      { id: "7", email: "", phone: "" },
    ];
    const sheet = HEAD + rowFor(zeros, "leave-out", seven);
    expect(decide(sheet, [seven]).fates).toEqual(["unclear"]);
    expect(decide(sheet, [seven, zeros]).fates).toEqual([undefined, "leave-out"]);
  });

  it("copied for another user decides about neither until the cell row is empty", () => {
    const copy = (check: string) => HEAD + rowFor(ann, "") + rowFor(ann, "leave-out", { ...bob, email: "b@x" }, check);
    const users = [ann, { ...bob, email: "b@x" }];
    expect(decide(copy(own(ann)), users).fates).toEqual(["open", "unclear"]);
    expect(decide(copy(""), users).fates).toEqual(["open", "leave-out"]);
  });
});

it("holds both where a row without the column has an ID without its zeros, and a number that can't be read", () => {
  const users = ["7", "007"].map((id, at) => ({ id, email: "", phone: `+49170123456${at}` }));
  expect(decide(`${HEAD}7,leave-out,,unknown,\r\n`, users).fates).toEqual(["unclear", "unclear"]);
});
