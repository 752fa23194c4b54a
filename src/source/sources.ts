import { requireOwnSource } from "./own-source.js";
import type { Source } from "./source.js";
import { CREDPORT } from "./systems/credport.js";
import { DISCOURSE } from "./systems/discourse.js";
import { DRUPAL } from "./systems/drupal.js";
import { FIREBASE } from "./systems/firebase.js";
import { JOOMLA } from "./systems/joomla.js";
import { MAGENTO } from "./systems/magento.js";
import { MEDIAWIKI } from "./systems/mediawiki.js";
import { MOODLE } from "./systems/moodle.js";
import { OPENCART } from "./systems/opencart.js";
import { PHPBB } from "./systems/phpbb.js";
import { PRESTASHOP } from "./systems/prestashop.js";
import { SHOPWARE } from "./systems/shopware.js";
import { SUITECRM } from "./systems/suitecrm.js";
import { TYPO3 } from "./systems/typo3.js";
import { VBULLETIN } from "./systems/vbulletin.js";
import { WOLTLAB } from "./systems/woltlab.js";
import { WORDPRESS } from "./systems/wordpress.js";
import { XENFORO } from "./systems/xenforo.js";

/** Every system whose exports are read, by name: one row each. */
const SOURCES = {
  firebase: FIREBASE,
  drupal: DRUPAL,
  joomla: JOOMLA,
  mediawiki: MEDIAWIKI,
  moodle: MOODLE,
  discourse: DISCOURSE,
  magento: MAGENTO,
  phpbb: PHPBB,
  vbulletin: VBULLETIN,
  xenforo: XENFORO,
  opencart: OPENCART,
  prestashop: PRESTASHOP,
  shopware: SHOPWARE,
  suitecrm: SUITECRM,
  typo3: TYPO3,
  woltlab: WOLTLAB,
  wordpress: WORDPRESS,
  credport: CREDPORT,
} as const satisfies Readonly<Record<string, Source>>;

/** The rows of the table. */
export const ALL_SOURCES: readonly Source[] = Object.freeze(Object.values<Source>(SOURCES));

/** What can be read: the export files of systems, and credport's own `check --out`. */
export type ReadableSource = keyof typeof SOURCES;

/** The systems whose exports `readExport` reads. */
export const READABLE_SOURCES: readonly ReadableSource[] = Object.freeze(
  Object.keys(SOURCES) as ReadableSource[],
);

/** The row of a name, or the caller's own. */
export function sourceOf(from: ReadableSource | Source): Source {
  if (typeof from !== "string") return requireOwnSource(from);
  if (Object.hasOwn(SOURCES, from)) return SOURCES[from];
  throw new TypeError(`from must be auto, one of ${READABLE_SOURCES.join(", ")}, or a source of your own`);
}
