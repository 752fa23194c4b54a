export default {
  // A route in a file .mjs is none to Next unless it is told so.
  pageExtensions: ["mjs", "js", "jsx", "ts", "tsx"],
  // Packages with native engines stay packages: they can't be bundled.
  serverExternalPackages: ["credport", "@node-rs/bcrypt", "@node-rs/argon2", "argon2"],
};
