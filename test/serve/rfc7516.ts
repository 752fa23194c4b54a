import { createPrivateKey } from "node:crypto";

/**
 * The example of RFC 7516, appendix A.1. The key is put together from its two primes; what follows from them is
 * arithmetic.
 */
const P =
  "1r52Xk46c-LsfB5P442p7atdPUrxQSy4mti_tZI3Mgf2EuFVbUoDBvaRQ-SWxkbkmoEzL7JXroSBjSrK3YIQgYdMgyAEPTPjXv_hI2_1eTSPVZfzL0lffNn03IXqWF5MDFuoUYE0hzb2vhrlN_rKrbfDIwUbTrjjgieRbwC6Cl0";
const Q =
  "wLb35x7hmQWZsWJmB_vle87ihgZ19S8lBEROLIsZG4ayZVe9Hi9gDVCOBmUDdaDYVTSNx_8Fyw1YYa9XGrGnDew00J28cRUoeBB_jKI1oma0Orv1T9aXIWxKwd4gvxFImOWr3QRL9KEBRzk2RatUBnmDZJTIAfwTs0g68UZHvtc";

function number(base64url: string): bigint {
  return BigInt(`0x${Buffer.from(base64url, "base64url").toString("hex")}`);
}

function text(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex").toString("base64url");
}

/** The inverse of a number, by Euclid. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [older, newer] = [value % modulus, modulus];
  let [oldFactor, factor] = [1n, 0n];
  while (newer !== 0n) {
    const quotient = older / newer;
    [older, newer] = [newer, older - quotient * newer];
    [oldFactor, factor] = [factor, oldFactor - quotient * factor];
  }
  return ((oldFactor % modulus) + modulus) % modulus;
}

const [p, q, e] = [number(P), number(Q), 65_537n];
const d = inverse(e, (p - 1n) * (q - 1n));

export const RFC7516_KEY = createPrivateKey({
  format: "jwk",
  key: {
    kty: "RSA",
    n: text(p * q),
    e: "AQAB",
    d: text(d),
    p: P,
    q: Q,
    dp: text(d % (p - 1n)),
    dq: text(d % (q - 1n)),
    qi: text(inverse(q, p)),
  },
})
  .export({ type: "pkcs8", format: "pem" })
  .toString();

export const RFC7516_TEXT = [
  "eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ",
  "OKOawDo13gRp2ojaHV7LFpZcgV7T6DVZKTyKOMTYUmKoTCVJRgckCL9kiMT03JGeipsEdY3mx_etLbbWSrFr05kLzcSr4qKAq7YN7e9jwQRb23nfa6c9d-StnImGyFDbSv04uVuxIp5Zms1gNxKKK2Da14B8S4rzVRltdYwam_lDp5XnZAYpQdb76FdIKLaVmqgfwX7XWRxv2322i-vDxRfqNzo_tETKzpVLzfiwQyeyPGLBIO56YJ7eObdv0je81860ppamavo35UgoRdbYaBcoh9QcfylQr66oc6vFWXRcZ_ZT2LawVCWTIy3brGPi6UklfCpIMfIjf7iGdXKHzg",
  "48V1_ALb6US04U3b",
  "5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A",
  "XFBoMYUZodetZdvTiFvSkQ",
].join(".");
