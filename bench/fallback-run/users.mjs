import { readdirSync, readFileSync } from "node:fs";

const VECTORS = new URL("../../vectors/verify/", import.meta.url);

/** Ten systems: how each hashes, and what a cheap hash of it begins with. */
export const SYSTEMS = [
  ["wordpress", "$P$5"],
  ["phpbb", "$H$5"],
  ["drupal", "$2y$04"],
  ["django", "pbkdf2_sha256$"],
  ["devise", "$2y$04"],
  ["flask-security", "$2b$04"],
  ["meteor", "$2y$04"],
  ["symfony", "$2y$04"],
  ["vbulletin", "$2y$04"],
  ["typo3", "$2y$04"],
];

/** Known answers of other implementations: passwords with the hash that a system wrote of them. */
function knownAnswers() {
  const answers = new Map(SYSTEMS.map(([source]) => [source, []]));
  for (const name of readdirSync(VECTORS).filter((file) => file.endsWith(".json"))) {
    collect(JSON.parse(readFileSync(new URL(name, VECTORS), "utf8")), answers);
  }
  return answers;
}

function collect(value, answers) {
  if (typeof value !== "object" || value === null) return;
  const { input, result, output } = value;
  if (input?.hash === undefined) {
    for (const one of Object.values(value)) collect(one, answers);
    return;
  }
  const { source, hash, password, pepper } = input;
  // What Django writes shows it; the others' hashes look like anybody's.
  const own = source ?? (hash.startsWith("pbkdf2_sha256$") ? "django" : undefined);
  const begins = SYSTEMS.find(([name]) => name === own)?.[1];
  // Short enough that a check sees all of it.
  const isUsual = typeof password === "string" && password.length >= 4 && password.length <= 24;
  if (begins === undefined || result !== "valid" || output?.matches !== true || !isUsual || !hash.startsWith(begins))
    return;
  answers.get(own).push({ hash, password, pepper });
}

/** So many users of all systems, as lines of the fallback's file, with their passwords and the peppers by name. */
export function makeUsers(count) {
  const answers = [...knownAnswers()];
  for (const [source, known] of answers) if (known.length === 0) throw new Error(`no known answer of ${source}`);
  const peppers = {};
  const nameOf = (pepper) => {
    const known = Object.entries(peppers).find(([, value]) => value === pepper)?.[0];
    const name = known ?? `PEPPER_${Object.keys(peppers).length + 1}`;
    peppers[name] = pepper;
    return name;
  };
  const users = Array.from({ length: count }, (_, number) => {
    const [source, known] = answers[number % answers.length];
    const { hash, password, pepper } = known[Math.floor(number / answers.length) % known.length];
    const email = `user${number}@example.com`;
    const line = JSON.stringify({
      externalUserId: `u${number}`,
      identifiers: [email, `user${number}`],
      email,
      emailVerified: true,
      passwordHash: hash,
      source,
      ...(pepper === undefined ? {} : { pepper: nameOf(pepper) }),
    });
    return { id: `u${number}`, email, password, source, line };
  });
  return { users, peppers };
}

/** The same numbers on every run, so that a run that fails can be repeated: Marsaglia's xorshift. */
export function randomOf(seed) {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
