import { percentDecode } from "./otpauth-scan.js";

interface OtpauthLabel {
  readonly issuer?: string | undefined;
  readonly account?: string | undefined;
}

/**
 * `issuer:account` or `account`, percent-encoded. A literal colon divides before an encoded one does: writers that
 * encode the colons inside a name leave the dividing one as it is (pyauth/pyotp#174). Null if the encoding is
 * damaged.
 */
export function parseOtpauthLabel(label: string): OtpauthLabel | null {
  const [, before = "", after = label] = /^([^:]*):(.*)$/s.exec(label) ?? /^(.*?)%3a(.*)$/is.exec(label) ?? [];
  const issuer = percentDecode(before);
  const account = percentDecode(after);
  return issuer === null || account === null ? null : namedLabel(issuer, account);
}

/** The same for text that is not percent-encoded, as a migration message has it. */
export function splitOtpauthName(name: string): OtpauthLabel {
  const colon = name.indexOf(":");
  return colon === -1 ? namedLabel("", name) : namedLabel(name.slice(0, colon), name.slice(colon + 1));
}

function namedLabel(issuer: string, account: string): OtpauthLabel {
  return {
    ...(issuer.trim() === "" ? {} : { issuer: issuer.trim() }),
    ...(account.trim() === "" ? {} : { account: account.trim() }),
  };
}

/** What users read in their list of devices: issuer and account, as their app shows them. */
export function deviceNameOf(label: OtpauthLabel): string | undefined {
  if (label.issuer === undefined || label.account === undefined) return label.account ?? label.issuer;
  return `${label.issuer}:${label.account}`;
}
