import type { GuideFacts } from "./guide-facts.js";

/** Where the rehearsal listens in the guides. */
export const PORT = 3567;
/** What a reader puts their own values in the place of. */
export const PLACES = { email: "you@example.com", password: "YOUR-PASSWORD", id: "OLD-ID" } as const;
/** Where the endpoint of the fallback listens in the guides. */
export const VERIFY_PORT = 8787;
/** What a reader puts the value of the answer before in the place of. */
export const ANSWERED = "…";

/** How somebody of each kind that the sample has signs in for the first time: a text with its commands for each. */
export function signInsOf(facts: GuideFacts): readonly string[] {
  const { password, atLogin, phoneNumber, social, byMail } = facts;
  return [
    ...(password === undefined ? [] : [byPassword()]),
    ...(atLogin === undefined ? [] : [throughFallback()]),
    ...(social === undefined ? [] : [bySocialLogin(social)]),
    ...(phoneNumber === undefined ? [] : [byPhone(phoneNumber)]),
    ...(byMail === undefined ? [] : [byAddress()]),
  ];
}

/** A call with curl, and in the line after it what its answer has. */
function call(url: string, headers: readonly string[], body: object, answer: string): string {
  const options = [...headers, "Content-Type: application/json; charset=utf-8"]
    .map((header) => ` -H "${header}"`)
    .join("");
  return `curl ${url}${options} \\\n  -d '${JSON.stringify(body)}'\n# ${answer}`;
}

const service = (path: string, body: object, answer: string) =>
  call(`http://127.0.0.1:${PORT}${path}`, ["api-key: $CREDPORT_API_KEY"], body, answer);

const block = (...commands: readonly string[]) => `\`\`\`sh\n${commands.join("\n")}\n\`\`\``;

const PERSON = { email: PLACES.email, password: PLACES.password };
const signIn = () => service("/recipe/signin", PERSON, '"status":"OK"');

function byPassword(): string {
  return `Sign in with the password that you know:

${block(signIn())}

The comment is in the answer: this user was imported with their password.`;
}

function throughFallback(): string {
  const ask = call(
    `http://127.0.0.1:${VERIFY_PORT}`,
    ["Authorization: Bearer $(cat secret.txt)"],
    { identifier: PLACES.email, password: PLACES.password },
    '"status":"password_match"',
  );
  return `Users in \`fallback.ndjson\` move at their first login, with the password that they have. Your login server asks
[the fallback](../login.md), or the new service asks the endpoint itself ([serving.md](../serving.md)). By hand, with a
secret of 16 or more characters in \`secret.txt\` (\`chmod 600\`), in a third terminal:

${block(`npx credport serve-verify --store fallback.ndjson --shape ory --secret-file secret.txt --port ${VERIFY_PORT}`)}

Ask it, do what a login server does after a match, and sign in without it:

${block(ask, service("/recipe/signup", PERSON, '"status":"OK"'), signIn())}

Try it with an account that has no second factor. This reply can't bring one over, so that a user who has one is answered
as if they were disabled: [serving.md](../serving.md#second-factors) says which replies can.`;
}

function bySocialLogin({ thirdPartyId, thirdPartyUserId }: NonNullable<GuideFacts["social"]>): string {
  const body = { thirdPartyId, thirdPartyUserId, email: { id: PLACES.email, isVerified: true } };
  return `Sign in as the provider's callback does, with the user's ID at the provider:

${block(service("/recipe/signinup", body, '"createdNewUser":false'))}

No user was created: the imported one has signed in.`;
}

const consumed = () => ({ deviceId: ANSWERED, preAuthSessionId: ANSWERED, userInputCode: ANSWERED });

function byPhone(phoneNumber: string): string {
  return `Sign in with a code to a user's phone. The answer to the first call has what your application would send, and
what belongs into the second:

${block(
  service("/recipe/signinup/code", { phoneNumber }, '"userInputCode"'),
  service("/recipe/signinup/code/consume", consumed(), '"createdNewUser":false'),
)}

No user was created: the imported one has signed in.`;
}

function byAddress(): string {
  return `Sign in with a code to a user's address. The answer to the first call has what your application would send, and
what belongs into the second; the third gives the new user the ID that they had:

${block(
  service("/recipe/signinup/code", { email: PLACES.email }, '"userInputCode"'),
  service("/recipe/signinup/code/consume", consumed(), '"createdNewUser":true'),
  service("/recipe/userid/map", { superTokensUserId: ANSWERED, externalUserId: PLACES.id }, '"status":"OK"'),
)}`;
}
