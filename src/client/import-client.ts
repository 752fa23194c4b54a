import type { Result } from "../result.js";
import type { ServiceProfile } from "../service/profile.js";
import type { PasswordlessCodeReply, Reply, TotpDeviceReply } from "./replies/reply.js";
import type {
  CallOptions,
  ConsumePasswordlessCodeRequest,
  CreatePasswordlessCodeRequest,
  ImportPasswordHashRequest,
  ImportThirdPartyUserRequest,
  ImportTotpDeviceRequest,
  LinkAccountsRequest,
  MakePrimaryUserRequest,
  UpdatePasswordlessUserRequest,
} from "./requests.js";
import type {
  PasswordlessMigration,
  PasswordlessMigrationRequest,
  PasswordlessProgress,
} from "./sequences/migrate-passwordless.js";
import type { TotpMigration, TotpMigrationRequest, TotpProgress } from "./sequences/migrate-totp.js";
import type { SequenceOptions, SequenceResult } from "./sequences/sequence.js";

/**
 * The eight calls of the interface, and the two sequences made of them. No
 * call throws on what the service or the data do; each gives back a `Result`.
 * docs/client.md says what a lost answer means for each of them.
 */
export interface ImportClient {
  readonly service: ServiceProfile;

  /** 4.1: gives a user a TOTP device with a secret that exists already. */
  importTotpDevice(request: ImportTotpDeviceRequest, options?: CallOptions): Promise<Result<TotpDeviceReply>>;
  /** 4.2: creates a one-time code for an e-mail address or a phone number. */
  createPasswordlessCode(
    request: CreatePasswordlessCodeRequest,
    options?: CallOptions,
  ): Promise<Result<PasswordlessCodeReply>>;
  /** 4.3: consumes a code, which makes the passwordless user if there is none; `userId` is that user. */
  consumePasswordlessCode(
    request: ConsumePasswordlessCodeRequest,
    options?: CallOptions,
  ): Promise<Result<Reply>>;
  /** 4.4: gives a passwordless user an e-mail address, a phone number or both. */
  updatePasswordlessUser(
    request: UpdatePasswordlessUserRequest,
    options?: CallOptions,
  ): Promise<Result<Reply>>;
  /** 4.5: makes a first-factor user one that others can be linked to. */
  makePrimaryUser(request: MakePrimaryUserRequest, options?: CallOptions): Promise<Result<Reply>>;
  /** 4.6: links a user to a primary user. */
  linkAccounts(request: LinkAccountsRequest, options?: CallOptions): Promise<Result<Reply>>;
  /**
   * 4.7: imports a user by e-mail address and password hash. An existing user's hash is overwritten:
   * never repeat it once users can change their passwords on the new side.
   */
  importPasswordHash(request: ImportPasswordHashRequest, options?: CallOptions): Promise<Result<Reply>>;
  /** 4.8: imports a user of an external identity provider. */
  importThirdPartyUser(request: ImportThirdPartyUserRequest, options?: CallOptions): Promise<Result<Reply>>;

  /** Rule 3: the first factor, then its TOTP devices. */
  migrateTotp(
    request: TotpMigrationRequest,
    options?: SequenceOptions<TotpProgress>,
  ): Promise<SequenceResult<TotpMigration, TotpProgress>>;
  /** Rule 4: the first factor, a passwordless user, and the link between the two. */
  migratePasswordless(
    request: PasswordlessMigrationRequest,
    options?: SequenceOptions<PasswordlessProgress>,
  ): Promise<SequenceResult<PasswordlessMigration, PasswordlessProgress>>;
}

/** The calls alone: what a sequence is made of. */
export type ImportCalls = Omit<ImportClient, "migrateTotp" | "migratePasswordless">;
