/** Fields whose values are a service's own: secrets, random texts, times and numbers of other users. */
const OWN = new Set([
  "asOf",
  "codeId",
  "count",
  "deviceId",
  "keys",
  "linkCode",
  "nextPaginationToken",
  "preAuthSessionId",
  "retryAfterMs",
  "timeCreated",
  "timeJoined",
  "token",
  "usageStats",
  "userInputCode",
]);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** An answer with what differs between any two services taken out, and its fields by name. */
export function masked(value) {
  if (typeof value === "string") return value.replace(UUID, "<id>");
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, field]) => [name, OWN.has(name) ? `<${name}>` : inAnyOrder(name, masked(field))]),
  );
}

/** Lists without an order of their own. */
const UNORDERED = new Set([
  "versions",
  "features",
  "loginMethods",
  "devices",
  "emails",
  "phoneNumbers",
  "tenantIds",
  "users",
]);

function inAnyOrder(name, value) {
  if (!UNORDERED.has(name) || !Array.isArray(value)) return value;
  return value.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
