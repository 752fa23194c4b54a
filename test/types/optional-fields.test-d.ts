import { expectTypeOf, it } from "vitest";
import type { webDoors } from "../../src/login/doors/web.js";
import type { argon2id, createLoginFallback, createPasswordHasher, PasswordHasher } from "../../src/login/index.js";
import type { verifyPassword } from "../../src/verify/index.js";

type Takes<Call extends (...given: never[]) => unknown, At extends number> = NonNullable<Parameters<Call>[At]>;

it("what may be unset can be passed on under exactOptionalPropertyTypes", () => {
  expectTypeOf<{ signal: AbortSignal | undefined }>().toExtend<Takes<PasswordHasher["verify"], 2>>();
  expectTypeOf<{ signal: undefined; pepper: string | undefined }>().toExtend<Takes<typeof verifyPassword, 2>>();
  expectTypeOf<{ memoryCost: number | undefined }>().toExtend<Takes<typeof argon2id, 0>>();
  expectTypeOf<{ read: undefined }>().toExtend<Pick<Takes<typeof createPasswordHasher, 0>, "read">>();
  expectTypeOf<{ onProblems: undefined; fields: { identifier: undefined } }>().toExtend<Takes<typeof webDoors, 1>>();
  expectTypeOf<{ signal: undefined }>().toExtend<Takes<ReturnType<typeof createLoginFallback>["attempt"], 2>>();
});
