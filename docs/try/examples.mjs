/** What the examples' buttons put into the box; no hash of them is anybody's. */
import hashConfig from "../examples/firebase/hash-config.txt";
import users from "../examples/firebase/users.json";

/** From the tests of WordPress; the password is `admin`. */
const HASH = "$wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES";

/** Published hashes, each as often as it says, with other characters in the salt. */
const COLUMN = [
  [212, "$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES"],
  [91, "$P$B12345678aBcDeFgHiJkLmNoPqRsTu1"],
  [38, HASH],
  [17, "$argon2id$v=19$m=65536,t=4,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"],
  [9, "5f4dcc3b5aa765d61d8327deb882cf99"],
  [3, "*"],
];

export const EXAMPLES = {
  hash: { text: HASH },
  column: { name: "password-column.txt", text: COLUMN.flatMap(([times, hash]) => Array(times).fill(hash)).join("\n") },
  export: { name: "users.json", text: users, source: "firebase", hashConfig },
};
