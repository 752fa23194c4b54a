import base32 from "hi-base32";

// Cut after one character, cut inside a byte, and two secrets that were joined.
for (const secret of ["G", "GEZDGNBVG", "GF", "GE======GE======"]) {
  console.log(JSON.stringify(base32.decode.asBytes(secret)));
}
