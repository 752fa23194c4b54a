/**
 * What identity systems call the providers of social logins, and the service's usual IDs for them. Other
 * names are kept as they are.
 */
const NAMES_BY_PROVIDER = {
  google: ["google", "google.com", "google-oauth2", "google_oauth2", "oauth_google", "_auth_data_google"],
  facebook: ["facebook", "facebook.com", "oauth_facebook", "_auth_data_facebook"],
  twitter: ["twitter", "twitter.com", "oauth_twitter", "oauth_x", "twitter-oauth2", "_auth_data_twitter"],
  github: ["github", "github.com", "oauth_github", "github-oauth2", "_auth_data_github"],
  apple: ["apple", "apple.com", "oauth_apple", "apple-id", "signinwithapple", "_auth_data_apple"],
  microsoft: ["microsoft", "microsoft.com", "oauth_microsoft", "windowslive", "microsoft-oauth2"],
  "active-directory": ["azure", "azure-ad", "azuread", "azure_oauth2", "microsoft-entra-id", "waad"],
  linkedin: [
    "linkedin",
    "linkedin.com",
    "oauth_linkedin",
    "oauth_linkedin_oidc",
    "linkedin_oidc",
    "linkedin-oauth2",
  ],
  yahoo: ["yahoo", "yahoo.com"],
  gitlab: ["gitlab", "gitlab.com", "oauth_gitlab"],
  bitbucket: ["bitbucket", "oauth_bitbucket", "bitbucket_oauth2"],
  discord: ["discord", "oauth_discord", "discord.com"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const PROVIDER_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES_BY_PROVIDER).flatMap(([provider, names]) =>
    names.map((name) => [name, provider] as const),
  ),
);

/** What the caller calls providers, by the export's names. */
export type ProviderNames = Readonly<Record<string, string>>;

/** The service's ID of a provider: the caller's word first. */
export function providerIdOf(name: string, own: ProviderNames = {}): string {
  if (Object.hasOwn(own, name)) return own[name] ?? name;
  return PROVIDER_BY_NAME.get(name.toLowerCase()) ?? name;
}
