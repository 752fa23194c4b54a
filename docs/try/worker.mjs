import { verifyPassword } from "credport/verify";

/** Checks one password at a time, away from the page. */
addEventListener("message", async ({ data: { password, hash, options } }) => {
  const result = await verifyPassword(password, hash, options);
  postMessage(result.ok ? { ok: true, matches: result.value.matches } : { ok: false, problems: result.problems });
});
