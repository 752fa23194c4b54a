import { ClientOptionError } from "./option-error.js";

/** The address of the service and the prefixes of its paths. */
export interface ServiceAddress {
  /** Without a slash at its end. */
  readonly base: string;
  /** Prefix of the calls that belong to a tenant, with a slash at its start; or empty. */
  readonly tenantPrefix: string;
  /** Prefix of the calls that belong to the whole application. */
  readonly appPrefix: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;
const SEGMENT = /^[A-Za-z0-9-]{1,64}$/;

/** Throws a `ClientOptionError` for an address that the API key must not be sent to. */
export function readBaseUrl(baseUrl: string, allowPlainHttp: boolean): string {
  const url = parseUrl(baseUrl);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw wrongUrl("must begin with https:// or http://");
  }
  if (url.username !== "" || url.password !== "") throw wrongUrl("must not hold a user name or password");
  if (url.search !== "" || url.hash !== "") throw wrongUrl("must not have a query or a fragment");
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname) && !allowPlainHttp) {
    throw wrongUrl(
      "is plain http to another machine, which shows the API key and the hashes to the network",
      "use https, or set allowPlainHttp: true",
    );
  }
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

function parseUrl(baseUrl: string): URL {
  if (typeof baseUrl === "string" && URL.canParse(baseUrl)) return new URL(baseUrl);
  if (typeof baseUrl !== "string") throw wrongUrl("must be a string, such as https://auth.example.com");
  throw wrongUrl("must be an absolute URL, such as https://auth.example.com");
}

function wrongUrl(reason: string, advice?: string): ClientOptionError {
  return new ClientOptionError("baseUrl", reason, advice);
}

/**
 * Splits `[appid-<application>][/<tenant>]`, the prefix of supertokens-core (`WebserverAPI.java`): application-wide
 * calls keep the application only, because the service refuses them under a tenant.
 */
export function readTenantPath(tenantPath: string | undefined): Omit<ServiceAddress, "base"> {
  if (tenantPath === undefined) return { tenantPrefix: "", appPrefix: "" };
  const segments = typeof tenantPath === "string" ? tenantPath.replace(/^\/|\/$/g, "").split("/") : [];
  const [first = "", second] = segments;
  const hasApp = first.toLowerCase().startsWith("appid-");
  if (!segments.every((segment) => SEGMENT.test(segment)) || segments.length > (hasApp ? 2 : 1)) {
    throw new ClientOptionError("tenantPath", "must be <tenant>, appid-<application> or appid-<application>/<tenant>");
  }
  const appPrefix = hasApp ? `/${first}` : "";
  const tenant = hasApp ? second : first;
  return { appPrefix, tenantPrefix: tenant === undefined ? appPrefix : `${appPrefix}/${tenant}` };
}
