import { area } from "./problem-maker.js";

/** The look at a service before an import. */
export const { rows: PREFLIGHT_PROBLEMS, problem } = /* @__PURE__ */ area({
  "preflight/not-the-service": {
    remedy:
      "Correct the address and its path prefix, or give the profile of the service that is really there: supertokens for the public core. Nothing of any user was sent.",
    atCommandLine:
      "Correct --to with its port and path prefix, or --tenant-path; or give --service as the service really is: supertokens for the public core, else default. Nothing of any user was sent.",
  },
  "preflight/version-not-spoken":
    "Install a version of the service that speaks the interface version in the message, or lift its limit on versions.",
  "preflight/tenant-unknown": {
    remedy: "Make the tenant on the service, or correct the tenant path.",
    atCommandLine: "Make the tenant on the service, or correct --tenant-path.",
  },
  "preflight/takes-anything":
    "Find out what answers at this address before you send users there, and delete the user whom the message names.",
  "preflight/users-exist": {
    remedy: "Decide whose password counts before you import: refuse them, skip them or overwrite them.",
    atCommandLine:
      "Decide whose password counts before you import: --existing refuse, skip or overwrite says what becomes of them.",
  },
  "preflight/clock-off": "Compare both clocks with a third one, and set the wrong one right before TOTP codes matter.",
});
