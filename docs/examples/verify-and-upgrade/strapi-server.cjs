const USERS = "plugin::users-permissions.user";

/** Strapi hashes new passwords itself, by bcrypt: old hashes become what it writes. */
const loading = import("credport/login").then(({ bcrypt, createPasswordHasher }) =>
  createPasswordHasher({ write: bcrypt(), read: { source: "wordpress" } }),
);

/** The error itself may have the values in it. */
const notStored = ({ code, name }) => `a new hash is not stored: ${code ?? name}`;

/** Put it into `src/extensions/users-permissions/strapi-server.js`. */
module.exports = (plugin) => {
  const { user } = plugin.services;
  plugin.services.user = ({ strapi }) => ({
    ...user({ strapi }),
    validatePassword: async (password, hash) => {
      const checked = await (await loading).verify(password, hash);
      if (!checked.ok) strapi.log.error(checked.problems[0].code);
      if (!checked.ok || !checked.value.matches) return false;
      const { newHash } = checked.value;
      // Strapi does not say which user it is. Each hash has its own salt, so it finds its user.
      const where = { password: hash };
      const upgrade = () => strapi.db.query(USERS).updateMany({ where, data: { password: newHash } });
      // The user is let in whether or not it is stored.
      if (newHash !== undefined) await upgrade().catch((error) => strapi.log.error(notStored(error)));
      return true;
    },
  });
  return plugin;
};
