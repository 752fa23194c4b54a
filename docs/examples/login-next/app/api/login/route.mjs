import { createFallback } from "../../../lib/fallback.mjs";
import { createLoginRoute } from "../../../lib/login.mjs";

/** The store is a file and the engines are native: not the edge runtime. */
export const runtime = "nodejs";

const getFallback = createFallback(async () => {
  const { startService } = await import("../../../lib/service.mjs");
  return { file: process.env.FALLBACK_FILE, service: await startService() };
});

export const POST = createLoginRoute(getFallback);
