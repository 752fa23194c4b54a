import { createLoginRoute } from "../../../lib/fallback.mjs";

/** The store is a file and the engines are native: not the edge runtime. */
export const runtime = "nodejs";

export const POST = createLoginRoute(process.env.FALLBACK_FILE, async (store) => {
  const { startService } = await import("../../../lib/service.mjs");
  return (await startService(store)).service;
});
