/** A second factor's secret, or a hash, as a system keeps it encrypted: the parts that its decryption needs. */
export type EncryptedSecret =
  | { readonly system: "laravel"; readonly text: string }
  | { readonly system: "active-record"; readonly text: string }
  | { readonly system: "attr-encrypted"; readonly text: string; readonly iv: string; readonly salt: string }
  | { readonly system: "better-auth"; readonly text: string }
  | { readonly system: "nextcloud"; readonly text: string }
  | { readonly system: "passlib"; readonly text: string }
  | { readonly system: "redmine"; readonly text: string }
  | {
      readonly system: "supabase";
      readonly text: string /** ID of the row that the text is in: the factor's, or the user's. */;
      readonly rowId: string;
    }
  | { readonly system: "gitea"; readonly text: string /** ID of the factor's row. */; readonly rowId: string };

/** The systems whose encrypted secrets are read, as `EncryptedSecret` names them. */
export type EncryptingSystem = EncryptedSecret["system"];

export type EncryptedSecretOf<System extends EncryptingSystem> = Extract<EncryptedSecret, { readonly system: System }>;

/** `malformed` is not a text of the system; `no-key-fits` may also be damaged, which can't be told apart. */
type Opened = Uint8Array | "malformed" | "no-key-fits";

/** Opens the encrypted secrets of one system with keys that were made ready once. */
export type Opener<System extends EncryptingSystem> = (secret: EncryptedSecretOf<System>) => Opened;
