import type { Change, SourceName } from "../hash/index.js";
import type { Problem, Result } from "../result.js";

/** A user as the service's import calls need it, whatever system it comes from. */
export interface NormalizedUser {
  /** ID in the source system; at most 128 characters. */
  readonly externalUserId: string;
  /** Trimmed, otherwise as exported. */
  readonly email?: string;
  /** True on positive evidence only. */
  readonly emailVerified: boolean;
  /** E.164 with its `+`, in the form in which the service keeps it. */
  readonly phoneNumber?: string;
  /** Canonical form: what `normalizeHash` gives. */
  readonly passwordHash?: string;
  /** The call's `hashingAlgorithm`, where the form needs it. */
  readonly hashingAlgorithm?: string;
  /** The system that the hash comes from, of a bcrypt or argon2 hash where it is known. */
  readonly source?: SourceName;
  /** Whether that system has a pepper, where it was said. */
  readonly peppered?: boolean;
  /** The hash is of no password, since the export has none: the user chooses one with "forgot password". */
  readonly needsNewPassword?: true;
  /** The address is not verified, and no one-time code goes to it: who has the mailbox would get in beside the phone's owner. */
  readonly codesToPhoneAlone?: true;
  readonly thirdParty: readonly ThirdPartyLogin[];
  readonly totp: readonly TotpEnrolment[];
}

/** An address or number by which a user can be reached. */
export interface Contact {
  readonly value: string;
  /** True on positive evidence only. */
  readonly isVerified: boolean;
}

/** Identifiers for which the import calls have no place: they are reported, not carried. */
export interface FurtherIdentifiers {
  readonly emails: readonly Contact[];
  readonly phoneNumbers: readonly Contact[];
  readonly userName?: string;
  /** Another form of the user name with which the system signs the same user in. */
  readonly otherUserName?: string;
}

/** What is known of a user who is not imported with their password. */
export interface UserOfFallback {
  /** The user without a password. */
  readonly user: NormalizedUser;
  /** The hash as the export has it, put together where it is in parts. A secret. */
  readonly hash?: string;
  /** The system that the hash comes from, where it is known. */
  readonly source?: SourceName;
  readonly peppered?: boolean;
  /** The old system has the user replace their password at their next login. */
  readonly mustReset?: true;
  /** Milliseconds since 1970, where the export says it. */
  readonly lastLogin?: number;
  /** Present where the record has more identifiers than the user. */
  readonly further?: FurtherIdentifiers;
  /** As in `ReadUser`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** As in `ReadUser`. */
  readonly changes?: readonly Change[];
  /** As in `ReadUser`. */
  readonly notCarried?: readonly string[];
  /** As in `ReadUser`. */
  readonly profile?: readonly ProfilePart[];
  /** What a careful user would want to know of them. */
  readonly warnings?: readonly Problem[];
}

/**
 * A user who logs in through the fallback: the service does not verify their hash and credport does, or the hash could
 * be imported and the user has no e-mail address. Their other logins may be imported.
 */
export interface LoginOnlyUser extends UserOfFallback {
  readonly hash: string;
}

/** A refused user of whom the fallback has to know, so that a stranger does not sign up with what they log in with. */
export interface RejectedUser extends UserOfFallback {
  /**
   * `disabled`: the old system has disabled the user, whose hash is there if it is sound. `no-login`: something else is
   * wrong with them, so there is no hash. `unknown`: the old system has no such account, or they have nothing to
   * log in with.
   */
  readonly standing: RejectedStanding;
  /** They have a password in the old system, whether its hash is here or not. */
  readonly hasPassword?: true;
  /** The old system asks them for a second factor that is not here. */
  readonly lacksSecondFactor?: true;
  /** Identifiers that an earlier record of the file has as well: that one's line stands for both. */
  readonly shared?: readonly string[];
}

/** What a refused user is to the fallback. */
export type RejectedStanding = "disabled" | "no-login" | "unknown";

/** What a record has of a user beside their logins. */
export type ProfilePart = "roles" | "metadata";

/** A login with an external identity provider, as the service imports it. */
export interface ThirdPartyLogin {
  readonly thirdPartyId: string;
  readonly thirdPartyUserId: string;
  readonly email: string;
  readonly isVerified: boolean;
}

/** A second factor that the user finished enrolling. */
export interface TotpEnrolment {
  /** Base32, upper case, unpadded. */
  readonly secretKey: string;
  /** Seconds. */
  readonly period: number;
  /** Steps. */
  readonly skew: number;
  readonly deviceName?: string;
}

/** A user that can be imported, with what was changed on the way. */
export interface ReadUser {
  readonly user: NormalizedUser;
  readonly changes: readonly Change[];
  /** Fields of the record that hold something for which no import call has a place. */
  readonly notCarried?: readonly string[];
  /** Those of them that are a profile's (names, pictures, roles), as the export has them, and no secret. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Present where the record has more identifiers than the user. */
  readonly further?: FurtherIdentifiers;
  /** When the user joined the old system, in milliseconds since 1970; only the bulk import takes it. */
  readonly timeJoined?: number;
  /** Roles that the user has in the old system; only the bulk import takes them. */
  readonly roles?: readonly string[];
  /** Names in `notCarried` that are these two; that of the roles, if there are any, is the last one. */
  readonly inBulk?: readonly string[];
  /** What the record has of a profile; absent: nothing. */
  readonly profile?: readonly ProfilePart[];
  /** The old system has disabled the user, who is imported because the caller asked for it. */
  readonly isDisabled?: true;
}

/** Something by which the service or the operator tells users apart; no two records may share one. */
export interface Identifier {
  readonly kind: IdentifierKind;
  /** In the form in which the service compares it: e-mail addresses trimmed and in lower case, numbers as it keeps them. */
  readonly value: string;
}

/**
 * What two records can have in common that no two users may share. `login-email`: the address of a social login that is not
 * the user's own; where it is another's, the login gets the user's own. `name`: a user name that the system keeps to one user;
 * `listed-name`: one that the user has written, and loses where it is another's `name`.
 */
export type IdentifierKind = "email" | "phone" | "third-party" | "id" | "name" | "login-email" | "listed-name";

/** One record of an export. */
export interface UserRecord {
  readonly kind: "user";
  /** From 0; over all files where others are joined, and of rows that are not users there is none. */
  readonly index: number;
  /** The joined file that the record is in; absent: the export itself. */
  readonly file?: string;
  /** Line of the file on which the record begins, from 1. */
  readonly line: number;
  /** Line on which damaged text ends that could not be read as a record. */
  readonly lastLine?: number;
  /** The text could not be read as a record: nothing is known of the user, or users, in it. */
  readonly isUnreadable?: true;
  /**
   * The ID by which the user is imported. Of a record of which none could be read, what its `idField` has, which is for
   * messages alone.
   */
  readonly userId?: string;
  /** Also of a refused user, where they could be read. */
  readonly identifiers: readonly Identifier[];
  readonly result: Result<ReadUser>;
  /**
   * Present where the user logs in through the fallback. The result is then a refusal, or, where the caller has other
   * logins of such users imported, the user without the password.
   */
  readonly loginOnly?: LoginOnlyUser;
  /** Present of a refused user who has an ID. */
  readonly rejected?: RejectedUser;
  /** The record is not a user by the rules of its source, such as the account of a program. */
  readonly isSkipped?: true;
  /** The password is not in the export and nothing else is wrong: what the user could get in its place. */
  readonly withoutPassword?: readonly ("reset" | "code")[];
  /** When the user joined the old system and last logged in, in milliseconds since 1970; read where records are compared. */
  readonly moments?: { readonly joined: number | undefined; readonly lastLogin: number | undefined };
  /** Present where nothing is wrong with the record but that the user has no login: how they most likely log in. */
  readonly likelyLogin?: LikelyLogin;
}

/**
 * How a user without a password, phone number or social login most likely logs in to the old system: with a passkey;
 * by links or codes in e-mails, unless the export lacks the hashes; through a directory or another identity system;
 * with an unconfirmed phone number; with a user name. `none`: no one logs in to the account.
 */
export type LikelyLogin = "passkey" | "email" | "directory" | "unverified-phone" | "user-name" | "none";

/** The file can't be read further. Always the last item. */
export interface UnreadableRest {
  readonly kind: "unreadable";
  readonly line: number;
  /** The joined file that it is; absent: the export itself. */
  readonly file?: string;
  readonly problem: Problem;
}

/** What reading an export yields. */
export type SourceRecord = UserRecord | UnreadableRest;
