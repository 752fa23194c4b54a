/** A service that does not answer an operator's questions soon is not worth an outage's patience. */
export const PREFLIGHT_PATIENCE = { timeoutMs: 10_000, retry: { attempts: 2 } } as const;
