import { printable } from "../../lib/printable.js";
import type { ThirdPartyLogin } from "../normalized-user.js";
import type { RecordContext } from "../source.js";

/** What an export says of one social login. */
export interface SocialLogin {
  /** The provider as the export names it; `credport` gives the service's usual ID for it. */
  readonly provider: string | undefined;
  /** The provider is named as the service names it already. Default false. */
  readonly isServiceName?: boolean;
  /** The user's ID at the provider. */
  readonly userId: string | undefined;
  /** The address of the login, or else the user's own. */
  readonly email: string | undefined;
  /** True on positive evidence only. */
  readonly isVerified: boolean;
  /** Where the record has it. */
  readonly field: string;
  /** Why the user could have made it up: it is left out then, unless the caller names the provider. */
  readonly doubt?: string | undefined;
}

/** A social login by the rules that hold for every export; empty where it can't be imported, with the reason noted. */
export function socialLogin(login: SocialLogin, context: RecordContext): readonly ThirdPartyLogin[] {
  const { findings, service, providers } = context;
  const { provider, userId, email, field } = login;
  if (provider === undefined || userId === undefined) {
    findings.fault("user/third-party-unusable", "a social login lacks its provider or the user's ID there", field);
    return [];
  }
  if (/[\p{Cc}\p{Surrogate}]/u.test(provider + userId)) {
    findings.fault("user/third-party-unusable", "an ID of a social login has a character that is not text", field);
    return [];
  }
  if (isDirectory(provider, userId) && !Object.hasOwn(providers, provider)) {
    findings.leaveOut("login of a directory (LDAP)");
    return [];
  }
  if (login.doubt !== undefined && !Object.hasOwn(providers, provider)) {
    const name = `social login at ${printable(provider.slice(0, MOST_SHOWN))}`;
    findings.leaveOut(name);
    findings.warn("user/third-party-unusable", `a ${name} is left out: ${login.doubt}`, field);
    return [];
  }
  const thirdPartyId = login.isServiceName === true ? provider : providerIdOf(provider, providers);
  findings.identify("third-party", `${thirdPartyId}\n${userId}`);
  const { limits } = service;
  if (thirdPartyId.length > limits.thirdPartyId || userId.length > limits.thirdPartyUserId) {
    findings.fault("user/third-party-unusable", "the service does not keep an ID this long of a social login", field);
    return [];
  }
  if (email === undefined) {
    findings.fault("user/email-missing", "a social login has no e-mail address, which the import call requires", field);
    return [];
  }
  return [{ thirdPartyId, thirdPartyUserId: userId, email, isVerified: login.isVerified }];
}

/** In `notCarried`: a mark that is taken from a user. */
export const OF_CUSTOMER = "verification by a SAML or OIDC server that may be a customer's (see --provider)";

/** By naming a provider as itself callers say that it is their own; under another name it may be a customer's all the same. */
export function isOfCaller(provider: string, { providers }: RecordContext): boolean {
  return Object.hasOwn(providers, provider) && providers[provider] === provider;
}

/** Of a provider's name in a message. */
const MOST_SHOWN = 64;

/** A name of an entry, such as `uid=ada,ou=people,dc=example`. */
const ENTRY_NAME = /^[a-z][a-z0-9-]{0,31}=[^,=]{1,256}(?:, ?[a-z][a-z0-9-]{0,31}=[^,=]{1,256}){1,32}$/i;

/** A directory asks for a password, so users do not sign in there as at a provider of social logins. */
function isDirectory(provider: string, userId: string): boolean {
  return /^(?:\w{0,32}_)?ldap/i.test(provider) || ENTRY_NAME.test(userId);
}

/** The service's usual IDs of providers, with the names that systems give them. Other names are kept. */
const NAMES_BY_PROVIDER = {
  google: ["google", "google.com", "google-oauth2", "google_oauth2", "oauth_google", "_auth_data_google"],
  facebook: ["facebook", "facebook.com", "oauth_facebook", "_auth_data_facebook"],
  twitter: ["twitter", "twitter.com", "oauth_twitter", "oauth_x", "twitter-oauth2", "_auth_data_twitter"],
  github: ["github", "github.com", "oauth_github", "github-oauth2", "_auth_data_github"],
  apple: ["apple", "apple.com", "oauth_apple", "apple-id", "signinwithapple", "_auth_data_apple"],
  microsoft: ["microsoft", "microsoft.com", "oauth_microsoft", "windowslive", "microsoft-oauth2"],
  "active-directory": ["azure", "azure-ad", "azuread", "azure_oauth2", "microsoft-entra-id", "waad"],
  linkedin: ["linkedin", "linkedin.com", "oauth_linkedin", "oauth_linkedin_oidc", "linkedin_oidc", "linkedin-oauth2"],
  yahoo: ["yahoo", "yahoo.com"],
  gitlab: ["gitlab", "gitlab.com", "oauth_gitlab"],
  bitbucket: ["bitbucket", "oauth_bitbucket", "bitbucket_oauth2"],
  discord: ["discord", "oauth_discord", "discord.com"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const PROVIDER_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES_BY_PROVIDER).flatMap(([provider, names]) => names.map((name) => [name, provider] as const)),
);

/** What the caller calls providers, by the export's names. */
export type ProviderNames = Readonly<Record<string, string>>;

/** The service's ID of a provider: the caller's word first. */
export function providerIdOf(name: string, own: ProviderNames = {}): string {
  if (Object.hasOwn(own, name)) return own[name] ?? name;
  return PROVIDER_BY_NAME.get(name.toLowerCase()) ?? name;
}
