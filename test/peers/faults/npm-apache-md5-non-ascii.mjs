import md5 from "apache-md5";

// As htpasswd and passlib make it.
const hash = "$apr1$ghKpNmg3$wz8/nMLYBY5UnhISsY7F80";
console.log(md5("Gr\u00fc\u00dfe \u65e5\u672c\u8a9e \u2603", hash) === hash);
// U+0161 has the low byte of "a".
const made = md5("\u0161", "$apr1$ghKpNmg3$");
console.log(md5("a", made) === made);
