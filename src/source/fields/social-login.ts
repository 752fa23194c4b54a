import type { ThirdPartyLogin } from "../normalized-user.js";
import type { RecordContext } from "../source.js";
import { providerIdOf } from "./provider-names.js";

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
}

/** A social login by the rules that hold for every export; empty where it can't be imported, with the reason noted. */
export function socialLogin(login: SocialLogin, context: RecordContext): readonly ThirdPartyLogin[] {
  const { findings, service, providers } = context;
  const { provider, userId, email, field } = login;
  if (provider === undefined || userId === undefined) {
    const message = "a social login lacks its provider or the user's ID there";
    findings.fault("user/third-party-incomplete", message, field);
    return [];
  }
  const thirdPartyId = login.isServiceName === true ? provider : providerIdOf(provider, providers);
  findings.identify("third-party", `${thirdPartyId}\n${userId}`);
  const { limits } = service;
  if (thirdPartyId.length > limits.thirdPartyId || userId.length > limits.thirdPartyUserId) {
    const message = "the service does not keep an ID this long of a social login";
    findings.fault("user/third-party-too-long", message, field);
    return [];
  }
  if (email === undefined) {
    const message = "a social login has no e-mail address, which the import call requires";
    findings.fault("user/third-party-email-missing", message, field);
    return [];
  }
  return [{ thirdPartyId, thirdPartyUserId: userId, email, isVerified: login.isVerified }];
}
