/** credport's own version: package.json's, which a bundle doesn't carry. `npm version` writes it here. */
export const OWN_VERSION = "0.1.0";
