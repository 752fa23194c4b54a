/** Packages with native engines stay packages: they can't be bundled. */
export default {
  serverExternalPackages: ["credport", "@node-rs/bcrypt", "@node-rs/argon2", "argon2"],
};
