import { problem as unsupported } from "../../problems/otpauth.js";
import { problem } from "../../problems/user.js";
import { MAXIMUM_TOTP_SKEW } from "../../secret/internal.js";
import { hashIn } from "../system/hashes.js";
import { type Row, read, type TotpEnrolment } from "../system/row.js";

/**
 * An exclamation mark begins what set_unusable_password() writes: accounts of a directory, of a service, or locked ones. Django
 * sends them no link to reset it.
 */
export const DJANGO_HASH = /* @__PURE__ */ hashIn("password", (hash, { password, findings }) => {
  if (!hash.startsWith("!")) return password(hash);
  findings.noteNoPassword([UNUSABLE]);
  return undefined;
});

const UNUSABLE = /* @__PURE__ */ problem("user/no-credential", "the user's password is marked as unusable", {
  field: "password",
});

/** Rows of django-otp's time-based devices. */
export const TOTP_DEVICE = {
  columnsAs: "totpdevice",
  factor: /* @__PURE__ */ read("name confirmed key step t0 digits tolerance drift", readTotpDevice),
  alsoRead: "id model user user_id",
  notCarried: `last_t throttling_failure_timestamp throttling_failure_count created_at created last_updated
    last_used_at last_used`,
} as const;

function readTotpDevice(row: Row): readonly TotpEnrolment[] {
  const whole = (name: string) => row.wholeNumber(name, -32_768, 32_767);
  const [tolerance = 1, drift = 0] = [whole("tolerance"), whole("drift")];
  const start = row.own("t0") ?? "";
  if (String(start) !== "" && String(start) !== "0") {
    const message = "the second factor counts its steps from another moment than 1970";
    row.findings.problems.push(unsupported("otpauth/unsupported", message, { field: "totpdevice.t0" }));
  }
  return row.factor({
    field: "totpdevice",
    secret: row.text("key") ?? "",
    encoding: "hex",
    isConfirmed: row.writtenFlag("confirmed") === true,
    period: whole("step"),
    // Django takes the steps around the drift, and the service those around now.
    skew: Math.min(tolerance + Math.abs(drift), MAXIMUM_TOTP_SKEW),
    digits: row.own("digits"),
    deviceName: row.text("name"),
  });
}
