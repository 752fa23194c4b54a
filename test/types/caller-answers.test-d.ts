import { expectTypeOf, it } from "vitest";
import type { ImportClient } from "../../src/client/index.js";
import type {
  CallerAnswer,
  FallbackStore,
  ImportAnswer,
  LegacyUser,
  LoginFallbackOptions,
} from "../../src/login/index.js";
import type { VerifyHandlerOptions } from "../../src/serve/index.js";

type Options = LoginFallbackOptions<LegacyUser>;
type Answers<Name extends "importUser" | "signUp" | "createUser" | "forgetUser"> = Awaited<
  ReturnType<NonNullable<Options[Name]>>
>;

it("a function that brings a user over can say that it succeeded, and nothing that does not", () => {
  expectTypeOf<Answers<"importUser">>().toEqualTypeOf<ImportAnswer<unknown>>();
  expectTypeOf<Answers<"signUp">>().toEqualTypeOf<ImportAnswer<unknown>>();
  expectTypeOf<Answers<"createUser">>().toEqualTypeOf<ImportAnswer<unknown>>();
  expectTypeOf<Answers<"forgetUser">>().toEqualTypeOf<CallerAnswer>();
  expectTypeOf<
    Awaited<ReturnType<NonNullable<VerifyHandlerOptions<LegacyUser>["onMatch"]>>>
  >().toEqualTypeOf<CallerAnswer>();
});

it("answers that name what they are compile", () => {
  expectTypeOf<undefined>().toExtend<CallerAnswer>();
  expectTypeOf<boolean>().toExtend<CallerAnswer>();
  expectTypeOf<Awaited<ReturnType<ImportClient["importPasswordHash"]>>>().toExtend<CallerAnswer>();
  expectTypeOf<Awaited<ReturnType<FallbackStore["forgetUser"]>>>().toExtend<CallerAnswer>();
  expectTypeOf<{ status: number; data: unknown }>().toExtend<CallerAnswer>();
  expectTypeOf<{ status: "OK"; user: object } | { status: "EMAIL_ALREADY_EXISTS_ERROR" }>().toExtend<CallerAnswer>();
});

it("what says nothing, or says it in a way that is not understood, does not", () => {
  expectTypeOf<null>().not.toExtend<CallerAnswer>();
  expectTypeOf<Response>().not.toExtend<CallerAnswer>();
  expectTypeOf<string>().not.toExtend<CallerAnswer>();
  expectTypeOf<number>().not.toExtend<CallerAnswer>();
  expectTypeOf<unknown>().not.toExtend<CallerAnswer>();
  expectTypeOf<readonly object[]>().not.toExtend<CallerAnswer>();
  expectTypeOf<{ id: string }>().not.toExtend<CallerAnswer>();
  expectTypeOf<{ data: { user: object | null }; error: Error | null }>().not.toExtend<CallerAnswer>();
  expectTypeOf<{ success: boolean }>().not.toExtend<CallerAnswer>();
  expectTypeOf<{ rowCount: number }>().not.toExtend<CallerAnswer>();
  expectTypeOf<{ id: string; status: "active" | "blocked" }>().not.toExtend<CallerAnswer>();
  const supabase = async () => ({ data: { user: null }, error: new Error("no") });
  // @ts-expect-error: `{ data, error }` does not say that it succeeded
  expectTypeOf<Options["importUser"]>(supabase);
});
