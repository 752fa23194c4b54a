import argon2 from "argon2";

console.log(await argon2.verify("$argon2id$v=19$m=64,t=2,p=1$Q6wocF5z807Nw2f3aaVL0Q$4Q", "x").catch(() => "refused"));
