import { ROUTES, type Route } from "./routes.js";

export interface FoundRoute {
  /** Undefined where nothing answers at this path. */
  readonly route: Route | undefined;
  readonly appId: string;
  readonly tenantId: string;
}

const PUBLIC = "public";
const TENANT = /^[a-z0-9-]+$/;
const APP = /^appid-[a-z0-9-]*$/;

/** Takes `[/appid-<application>][/<tenant>]` off a path; case does not matter anywhere in it (`WebserverAPI.java`). */
export function findRoute(pathname: string): FoundRoute {
  const segments = pathname.toLowerCase().split("/").slice(1);
  if (segments.at(-1) === "") segments.pop();
  const [first = ""] = segments;
  const hasApp = APP.test(first);
  const appId = hasApp ? first.slice("appid-".length) || PUBLIC : PUBLIC;
  const rest = hasApp ? segments.slice(1) : segments;
  const direct = ROUTES.get(`/${rest.join("/")}`);
  if (direct !== undefined) return { route: direct, appId, tenantId: PUBLIC };
  const [tenantId = "", ...path] = rest;
  const route = TENANT.test(tenantId) ? ROUTES.get(`/${path.join("/")}`) : undefined;
  return { route, appId, tenantId: route === undefined ? PUBLIC : tenantId };
}
