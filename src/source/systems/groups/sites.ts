/** What sites and shops are made with. */

export { DIRECTUS } from "../directus.js";
export { DRUPAL } from "../drupal.js";
export { GHOST } from "../ghost.js";
export { JOOMLA } from "../joomla.js";
export { LIFERAY } from "../liferay.js";
export { MAGENTO } from "../magento.js";
export { MEDIAWIKI } from "../mediawiki.js";
export { MOODLE } from "../moodle.js";
export { OPENCART } from "../opencart.js";
export { OSCOMMERCE } from "../oscommerce.js";
export { PRESTASHOP } from "../prestashop.js";
export { SHOPWARE } from "../shopware.js";
export { STRAPI } from "../strapi.js";
export { TYPO3 } from "../typo3.js";
export { UMBRACO } from "../umbraco.js";
export { WORDPRESS } from "../wordpress.js";
