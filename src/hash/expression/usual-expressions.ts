import { DECODERS } from "./decode-text.js";
import type { DigestExpression } from "./parse-expression.js";

/**
 * How systems make digests. D is the digest that the column has, and E another one; P is the password, S and T are columns
 * or the pepper, N is a number of rounds, and X what some systems put between two texts.
 */
const MADE_OF_PASSWORD = [
  ...["D(P)", "D(E(P))", "D(raw(E(P)))", "D(base64(E(P)))", "D(upper(E(P)))", "D(E(E(P)))"],
  "hmac_D(P, P)",
];

const MADE_WITH_ONE = [
  "D(S . P)",
  "D(P . S)",
  "D(S . P . S)",
  "D(S . X . P)",
  "D(P . X . S)",
  "D(P . '{' . S . '}')",
  "D('--' . S . '--' . P . '--')",
  "rounds(10, '', D(before . '--' . S . '--' . P . '--'))",
  "D(utf16le(S . P))",
  "D(utf16le(P . S))",
  "D(S . E(P))",
  "D(E(P) . S)",
  "D(S . '-' . E(P))",
  "D(S . ':' . E(P))",
  "D(E(P) . ':' . S)",
  "D(S . raw(E(P)))",
  "D(raw(E(P)) . S)",
  "D(E(S) . P)",
  "D(P . E(S))",
  "D(E(S) . E(P))",
  "D(E(P) . E(S))",
  "D(E(S . P))",
  "D(E(P . S))",
  "D(S . E(S . P))",
  "D(S . E(P . S))",
  "D(S . E(S . E(P)))",
  "D(E(E(P)) . S)",
  "D(S . E(E(P)))",
  "D(E(S) . E(E(P)))",
  "D(S . upper(E(P)))",
  "hmac_D(S, P)",
  "hmac_D(P, S)",
  "hmac_D(S, E(P))",
];

const MADE_WITH_TWO = [
  "D(S . T . P)",
  "D(S . P . T)",
  "D(P . S . T)",
  "D(S . ':' . T . ':' . P)",
  "D('--' . S . '--' . P . '--' . T . '--')",
  "D(S . '--' . T . '--' . P . '--' . S)",
  "D(S . '--' . P . '--' . T)",
  "D(S . E(T . P))",
  "D(S . E(P . T))",
  "D(E(T . P) . S)",
  "D(E(P . T) . S)",
  "hmac_D(S, T . P)",
  "hmac_D(S, P . T)",
  "rounds(10, S, D(before . '--' . T . '--' . P . '--' . S))",
];

/** Tried of a password as it is, where nothing else fits. */
const REPEATED_OF_PASSWORD = ["rounds(N, raw(D(P)), raw(D(before)))", "rounds(N, D(P), D(before))"];
const REPEATED_WITH_ONE = [
  "rounds(N, raw(D(S . P)), raw(D(before)))",
  "rounds(N, raw(D(P . S)), raw(D(before)))",
  "rounds(N, D(S . P), D(before))",
  "rounds(N, D(P . S), D(before))",
  "rounds(N, raw(D(S . P)), raw(D(before . P)))",
  "rounds(4999, raw(D(P . '{' . S . '}')), raw(D(before . P . '{' . S . '}')))",
];

/** What bcrypt is over. */
const LAYERED_OF_PASSWORD = ["bcrypt(P)", "bcrypt(E(P))", "bcrypt(base64(E(P)))", "bcrypt(raw(E(P)))"];
const LAYERED_WITH_ONE = [
  "bcrypt(S . P)",
  "bcrypt(P . S)",
  "bcrypt(E(S . P))",
  "bcrypt(E(P . S))",
  "bcrypt(E(P) . S)",
  "bcrypt(S . E(P))",
  "bcrypt(hmac_E(S, P))",
  "bcrypt(base64(hmac_E(S, P)))",
];

const OTHER_DIGESTS = ["md5", "sha1", "sha256", "sha512"];
/** `rounds` counts those that follow the first. */
const ROUNDS = [9, 19, 99, 499, 999, 1000, 1023, 1024, 4999];
const BETWEEN = [":", "$", "-", "--", "|", ".", "_", "&", "+", " "].map((between) => `'${between}'`);

/** All that is tried, as docs/expressions.md lists it. */
export const USUAL = {
  forms: [MADE_OF_PASSWORD, MADE_WITH_ONE, MADE_WITH_TWO].flat(),
  repeated: [...REPEATED_OF_PASSWORD, ...REPEATED_WITH_ONE],
  layered: [...LAYERED_OF_PASSWORD, ...LAYERED_WITH_ONE],
  E: OTHER_DIGESTS,
  N: ROUNDS,
  X: BETWEEN,
};

/** What is known of one user: the parts of which an expression makes the hash. */
export interface KnownParts {
  readonly password: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly pepper?: string;
}

/** What a column has, by its form. */
export type ColumnKind = Pick<DigestExpression, "outermost" | "written">;

/**
 * The expressions that are tried for a column of this kind, the usual ones first and each once: those of a few digests, and
 * those of many, which need not be tried where one of the first fits.
 */
export function usualExpressions(
  { outermost, written }: ColumnKind,
  known: KnownParts,
): readonly (readonly string[])[] {
  const secrets = [
    ...Object.entries(known.columns).flatMap(([name, value]) => formsOf(columnNamed(name), value)),
    ...(known.pepper === undefined ? [] : formsOf("pepper", known.pepper)),
  ];
  const isLayered = outermost === "bcrypt";
  const few = passwordForms(known.password).flatMap((P) =>
    isLayered
      ? [...filled(LAYERED_OF_PASSWORD, [{ P }]), ...filled(LAYERED_WITH_ONE, withOne(P, secrets))]
      : [
          ...filled(MADE_OF_PASSWORD, [{ P }]),
          ...filled(MADE_WITH_ONE, withOne(P, secrets)),
          ...filled(MADE_WITH_TWO, withTwo(P, secrets)),
        ],
  );
  const P = "password";
  const whole = secrets.filter(({ text }) => !/^(?:upp|low)er\(/.test(text));
  const many = [...filled(REPEATED_OF_PASSWORD, [{ P }]), ...filled(REPEATED_WITH_ONE, withOne(P, whole))];
  return (isLayered ? [few] : [few, many]).map((texts) => {
    const digest = (text: string) => ofInvision(text.replaceAll(/\bD\b|(?<=hmac_)D/g, outermost));
    const all = isLayered ? texts : texts.map(digest);
    return [...new Set(written === "base64" ? all.map((text) => `base64(${text})`) : all)];
  });
}

/** IP.Board alone has this shape and changes what was posted: where html() fits it, the other users need invision(). */
function ofInvision(text: string): string {
  return text.replace(/^(md5\(md5\(.*\) \. md5\()html(?=\(password\)\)\)$)/, "$1invision");
}

type Secret = ReturnType<typeof formsOf>[number];

function withOne(P: string, secrets: readonly Secret[]): readonly Parts[] {
  return secrets.map(({ text: S }) => ({ P, S }));
}

function withTwo(P: string, secrets: readonly Secret[]): readonly Parts[] {
  return secrets.flatMap((one) =>
    secrets.flatMap((other) => (one.of === other.of ? [] : [{ P, S: one.text, T: other.text }])),
  );
}

type Parts = Readonly<Partial<Record<"P" | "S" | "T", string>>>;

/** Each of some with its parts in it, once for each digest, number and text between that it leaves open. */
function filled(made: readonly string[], parts: readonly Parts[]): readonly string[] {
  const open = made
    .flatMap((text) => each(text, /\bE\b|(?<=hmac_)E/g, OTHER_DIGESTS))
    .flatMap((text) => each(text, /\bN\b/g, ROUNDS.map(String)))
    .flatMap((text) => each(text, /\bX\b/g, BETWEEN));
  return parts.flatMap((own) =>
    open.map((text) => text.replaceAll(/\b[PST]\b/g, (part) => own[part as keyof Parts] ?? part)),
  );
}

function each(text: string, open: RegExp, instead: readonly string[]): readonly string[] {
  return text.search(open) < 0 ? [text] : instead.map((one) => text.replaceAll(open, () => one));
}

/** What a system may do to the characters first: only what changes this password, since it tells nothing of the others. */
function passwordForms(password: string): readonly string[] {
  const changes = {
    // Latin-1, with the further characters that PHP and MySQL mean by that name.
    "windows1252(password)": /[^\0-\x7f]/.test(password),
    "html(password)": /[&<>"]/.test(password),
    "invision(password)": /[$!'\\\n]/.test(password),
    "lower(password)": /[A-Z]/.test(password),
    "upper(password)": /[a-z]/.test(password),
  };
  const changed = Object.entries(changes).flatMap(([form, does]) => (does ? [form] : []));
  return ["password", "utf16le(password)", ...changed];
}

/** A value as it is, and what it may stand for. */
function formsOf(name: string, value: string): readonly { readonly of: string; readonly text: string }[] {
  const stands = {
    [`unhex(${name})`]: value.trim() !== "" && DECODERS.unhex(value) !== null,
    [`unbase64(${name})`]: value.length >= 8 && DECODERS.unbase64(value) !== null,
    [`lower(${name})`]: /[A-Z]/.test(value),
    [`upper(${name})`]: /[a-z]/.test(value),
  };
  const texts = Object.entries(stands).flatMap(([text, does]) => (does ? [text] : []));
  return [name, ...texts].map((text) => ({ of: name, text }));
}

const TAKEN = ["password", "pepper", "before"];

/** A column as an expression names it. */
function columnNamed(name: string): string {
  if (/^[A-Za-z_]\w{0,63}$/.test(name) && !TAKEN.includes(name)) return name;
  return name.includes("'") ? `column("${name}")` : `column('${name}')`;
}
