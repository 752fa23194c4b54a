import { passwordQuestion } from "./question.js";
import type { Answer, Reply, Shape } from "./shape.js";

const REFUSED: Reply = { status: 403 };

const REPLIES: Readonly<Record<Answer["kind"], Reply>> = {
  match: { status: 200, body: { status: "password_match" } },
  "must-reset": REFUSED,
  blocked: REFUSED,
  refused: REFUSED,
  found: REFUSED,
  unknown: REFUSED,
  busy: { status: 503 },
};

/**
 * Ory Kratos' password migration hook: `identifier` and `password` in, `password_match` out. 403 is a wrong password;
 * what is neither is shown as an error of the upstream service.
 *
 * @see https://www.ory.com/docs/kratos/manage-identities/import-user-accounts-identities
 * @see https://github.com/ory/kratos/blob/master/selfservice/hook/password_migration_hook.go
 */
export const ory: Shape = {
  methods: ["POST"],
  parse: ({ body }) => passwordQuestion(body, ["identifier"], ["password"]),
  reply: ({ kind }) => REPLIES[kind],
};
