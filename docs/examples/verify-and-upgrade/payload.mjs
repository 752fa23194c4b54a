import { bcrypt, createPasswordHasher } from "credport/login";

const hasher = createPasswordHasher({ write: bcrypt(), read: { source: "wordpress" } });

/**
 * Payload checks a password by its own hash alone, so an old hash becomes a password that Payload sets, before it looks.
 * A wrong one is counted by Payload.
 */
async function setFromOldHash({ args: { data }, collection: { slug: collection }, operation, req }) {
  const { email, password } = data ?? {};
  if (operation !== "login" || typeof email !== "string" || typeof password !== "string") return;
  const { payload } = req;
  const ofUser = { email: { equals: email.toLowerCase().trim() } };
  const found = await payload.find({ collection, where: ofUser, limit: 1, depth: 0, showHiddenFields: true, req });
  const [user] = found.docs;
  if (!user?.oldHash || new Date(user.lockUntil ?? 0) > new Date()) return;
  const checked = await hasher.verify(password, user.oldHash);
  if (!checked.ok) return void payload.logger.error(`user ${user.id}: ${checked.problems[0].code}`);
  if (!checked.value.matches) return;
  // More may have been typed than the password: that is good for this login alone, and the old hash decides again.
  const context = { keepsOldHash: checked.value.coverage !== "whole" };
  const where = { id: { equals: user.id }, oldHash: { equals: user.oldHash } };
  await payload.update({ collection, where, data: { password }, context, req });
}

/** Also where it is set by a link or by an administrator: the old password must not be good for anything after it. */
function forgetOldHash({ data, operation, context }) {
  if (operation === "update" && (data.password || data.hash) && !context.keepsOldHash) data.oldHash = null;
  return data;
}

/** Users are imported by `payload.create` with a random password, and their hash in `oldHash`. */
export const Users = {
  slug: "users",
  auth: true,
  fields: [{ name: "oldHash", type: "text", hidden: true, access: { create: () => false, update: () => false } }],
  hooks: { beforeOperation: [setFromOldHash], beforeValidate: [forgetOldHash] },
};
