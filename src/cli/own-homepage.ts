/** Where the documentation is published: `.ci/publisher.json` says it, and `.ci/write-publisher.mjs` writes it here. */
export const OWN_HOMEPAGE = "https://example.org/credport";
