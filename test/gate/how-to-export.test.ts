import { expect, it } from "vitest";
import { READABLE_SOURCES, type Source } from "../../src/source/index.js";
import { sourceOf } from "../../src/source/internal.js";

/** Sources whose export only docs/sources.md describes. The list may only become shorter. */
const WITHOUT: readonly string[] = [
  ...["akamai", "aspnet-identity", "authjs", "better-auth", "casdoor", "clerk", "cognito", "devise"],
  ...["directus", "discourse", "django", "drupal", "flask-security", "forgerock", "gitea", "gitlab"],
  ...["joomla", "laravel", "logto", "magento", "mastodon", "matomo", "mattermost", "mediawiki"],
  ...["metabase", "meteor", "moodle", "nextcloud", "odoo", "opencart", "parse-server", "phpbb"],
  ...["prestashop", "rocket-chat", "shopware", "spring", "strapi", "stytch", "suitecrm", "supabase"],
  ...["symfony", "synapse", "typo3", "vbulletin", "woltlab", "wordpress", "workos", "xenforo"],
];

const howTo = (name: (typeof READABLE_SOURCES)[number]) => (sourceOf(name) as Source).howToExport;

it("is said of every source, with the command first", () => {
  expect(READABLE_SOURCES.filter((name) => howTo(name) === undefined).sort()).toEqual(WITHOUT);
  for (const name of READABLE_SOURCES.filter((one) => !WITHOUT.includes(one))) {
    const lines = howTo(name)?.split("\n") ?? [];
    expect([name, lines[1]]).toEqual([name, ""]);
    expect([name, lines.slice(2).filter((line) => line.length > 120)]).toEqual([name, []]);
  }
});

it("names the least privileges wherever there is an interface or a database to read", () => {
  const own = ["credport", ...WITHOUT];
  const silent = READABLE_SOURCES.filter((name) => !/Least privileges:/.test(howTo(name) ?? ""));
  expect(silent).toEqual(READABLE_SOURCES.filter((name) => own.includes(name)));
});
