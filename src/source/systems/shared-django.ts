import { type Fields, ownField, textField, wholeNumberField, writtenFlagField } from "../fields/field.js";
import { secondFactor } from "../fields/second-factor.js";
import type { TotpEnrolment } from "../normalized-user.js";
import type { RecordContext } from "../source.js";
import { hashIn } from "../system/hashes.js";
import { from } from "../system/system.js";

/** An exclamation mark begins what set_unusable_password() writes. */
export const DJANGO_HASH = /* @__PURE__ */ hashIn("password", (hash, { password }) =>
  hash.startsWith("!") ? undefined : password(hash),
);

/** Rows of django-otp's time-based devices. */
export const TOTP_DEVICE = {
  columnsAs: "totpdevice",
  factor: /* @__PURE__ */ from("name confirmed key step t0 digits tolerance drift", readTotpDevice),
  alsoRead: "id model user user_id",
  notCarried: `last_t throttling_failure_timestamp throttling_failure_count created_at created last_updated
    last_used_at last_used`,
} as const;

const STEPS = { least: -32_768, most: 32_767 };

function readTotpDevice(row: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const whole = (name: string) => wholeNumberField(row, name, STEPS, findings);
  const [tolerance = 1, drift = 0] = [whole("tolerance"), whole("drift")];
  const start = textOrNumber(ownField(row, "t0"));
  if (start !== "" && start !== "0") {
    const message = "the second factor counts its steps from another moment than 1970";
    const field = "totpdevice.t0";
    findings.fault("user/second-factor-unsupported", message, field);
  }
  return secondFactor(
    {
      field: "totpdevice",
      secret: textField(row, "key", findings) ?? "",
      encoding: "hex",
      isConfirmed: writtenFlagField(row, "confirmed", findings) === true,
      period: whole("step"),
      skew: Math.max(tolerance, Math.abs(drift)),
      digits: ownField(row, "digits"),
      deviceName: textField(row, "name", findings),
    },
    context,
  );
}

function textOrNumber(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}
