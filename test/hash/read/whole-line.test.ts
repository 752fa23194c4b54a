import { describe, expect, it } from "vitest";
import { wholeLine } from "../../../src/hash/read/whole-line.js";
import { identifyHash } from "../../../src/index.js";

const BCRYPT = "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const SHADOW = /shadow/;
const HTPASSWD = /htpasswd/;
const LDIF = /LDIF/;

describe("a whole line of a password file is named", () => {
  it.each<[string, string, RegExp | null]>([
    ["shadow", "root:$6$salt$hash:19000:0:99999:7:::", SHADOW],
    ["shadow with an expired account", "ann:!:19000:0:99999:7:30:20000:", SHADOW],
    ["shadow without dates", "a:x:::::::", SHADOW],
    ["shadow with a negative number", "a:x:-1::::::", SHADOW],
    ["shadow with a name of 64 characters", `${"a".repeat(64)}:x:::::::`, SHADOW],
    ["a name of 65 characters", `${"a".repeat(65)}:x:::::::`, null],
    ["shadow with a hash of 512 characters", `a:${"x".repeat(512)}:::::::`, SHADOW],
    ["a hash of 513 characters", `a:${"x".repeat(513)}:::::::`, null],
    ["shadow with a number of twelve digits", "a:x:123456789012::::::123456789012", SHADOW],
    ["a first number of thirteen digits", "a:x:1234567890123::::::", null],
    ["a last number of thirteen digits", "a:x:::::::1234567890123", null],
    ["a line with a colon too few", "a:x::::::", null],
    ["a line with a colon too many", "a:x::::::::", null],
    ["a line without a hash", "a:::::::::", null],
    ["a line without a name", ":x:::::::", null],
    ["a line with a space in its name", "a b:x:::::::", null],
    ["a line with letters among its numbers", "a:x:abc::::::", null],
    ["a line with a letter at its end", "a:x:::::::b", null],
    ["a line after a space", " a:x:::::::", null],

    ["htpasswd with bcrypt", `ann:${BCRYPT}`, HTPASSWD],
    ["htpasswd with $2a$", "ann:$2a$05$x", HTPASSWD],
    ["htpasswd with apr1", "ann:$apr1$salt$hash", HTPASSWD],
    ["htpasswd with md5-crypt", "ann:$1$salt$hash", HTPASSWD],
    ["htpasswd with sha256-crypt", "ann:$5$salt$hash", HTPASSWD],
    ["htpasswd with sha512-crypt", "ann:$6$salt$hash", HTPASSWD],
    ["htpasswd with SHA-1", "ann:{SHA}x", HTPASSWD],
    ["htpasswd with a name of 256 characters", `${"a".repeat(256)}:{SHA}x`, HTPASSWD],
    ["a name of 257 characters", `${"a".repeat(257)}:{SHA}x`, null],
    ["htpasswd with 512 characters of hash", `ann:$6$${"x".repeat(512)}`, HTPASSWD],
    ["513 characters of hash", `ann:$6$${"x".repeat(513)}`, null],
    ["a mark that htpasswd does not write", "ann:$2c$05$x", null],
    ["a mark alone", "ann:$6$", null],
    ["a mark with a colon after it", "ann:$6$x:y", null],
    ["a hash without a name", ":$6$x", null],
    ["a dollar sign in the name", "$ann:$6$x", null],
    ["a space in the hash", "ann:$6$x y", null],

    ["LDIF's first line", "dn: uid=ann,dc=example", LDIF],
    ["LDIF in capitals", "objectClass: top", LDIF],
    ...["changetype", "version", "uid", "cn", "sn", "mail"].map((name): [string, string, RegExp] => [
      `LDIF's ${name}`,
      `${name}: x`,
      LDIF,
    ]),
    ["a name of LDIF without its colon", "dn", null],
    ["a name of LDIF inside a text", "x dn: y", null],
    ["a hash", BCRYPT, null],
    ["nothing", "", null],
  ])("%s", (_what, text, name) => {
    const told = wholeLine(text);
    if (name === null) expect(told).toBeNull();
    else expect(told).toMatch(name);
  });

  it("by the problem of its text", () => {
    expect(identifyHash("dn: uid=ann").problems.map(({ code }) => code)).toEqual(["hash/whole-line"]);
    expect(identifyHash("hello there").problems.map(({ code }) => code)).toEqual(["hash/unrecognised"]);
  });
});
