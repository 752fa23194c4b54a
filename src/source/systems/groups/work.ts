/** What people work and talk with. */

export { GITEA } from "../gitea.js";
export { GITLAB } from "../gitlab.js";
export { GRAFANA } from "../grafana.js";
export { MASTODON } from "../mastodon.js";
export { MATOMO } from "../matomo.js";
export { MATTERMOST } from "../mattermost.js";
export { METABASE } from "../metabase.js";
export { NEXTCLOUD } from "../nextcloud.js";
export { ODOO } from "../odoo.js";
export { OTRS } from "../otrs.js";
export { OWNCLOUD } from "../owncloud.js";
export { REDMINE } from "../redmine.js";
export { ROCKET_CHAT } from "../rocket-chat.js";
export { SEAFILE } from "../seafile.js";
export { SONARQUBE } from "../sonarqube.js";
export { SUITECRM } from "../suitecrm.js";
export { SYNAPSE } from "../synapse.js";
