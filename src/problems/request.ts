import { area } from "./problem-maker.js";

/** Requests to the service, before they are sent. */
export const {
  rows: REQUEST_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "request/field-missing": "Give the field that is named: the call cannot be made without it.",
  "request/field-invalid":
    "Give text without control characters and half characters, an ID without white space at its ends, or the type that the field's documentation names, and leave out a field that the call does not have.",
  "request/field-too-long": "Shorten the value on the old side, or leave this user out: the service cannot store it.",
  "request/contact-ambiguous":
    "Give either the e-mail address or the phone number, and bring the other one in by the update call.",
  "request/contact-missing":
    "Give an e-mail address or a phone number; a user with neither cannot have a one-time code.",
  "request/email-malformed":
    "Correct the address on the old side: it has something before and after an @ and no white space.",
  "request/phone-malformed": "Write the number in E.164: a plus sign, the country code and the number, digits only.",
  "request/number-out-of-range":
    "Give a whole number: skew is from 0 to 100 time steps, period from 1 to 86400 seconds, usually 30.",
  "request/secret-not-canonical":
    "Convert the secret from the old system's encoding to base32, and send what comes out.",
  "request/hash-not-canonical": "Normalise the hash for this service, and send what comes out.",
  "request/algorithm-mismatch": "Leave hashingAlgorithm out: it follows from the hash and the service profile.",
});
