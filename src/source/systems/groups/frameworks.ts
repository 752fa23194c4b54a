/** What programs are written with. */

export { ADONISJS } from "../adonisjs.js";
export { ASPNET_IDENTITY } from "../aspnet-identity.js";
export { ASPNET_MEMBERSHIP } from "../aspnet-membership.js";
export { AUTHJS } from "../authjs.js";
export { BETTER_AUTH } from "../better-auth.js";
export { COUCHDB } from "../couchdb.js";
export { DEVISE } from "../devise.js";
export { DJANGO } from "../django.js";
export { FLASK_SECURITY } from "../flask-security.js";
export { LARAVEL } from "../laravel.js";
export { LUCIA } from "../lucia.js";
export { METEOR } from "../meteor.js";
export { MYTH_AUTH } from "../myth-auth.js";
export { PARSE_SERVER } from "../parse-server.js";
export { SORCERY } from "../sorcery.js";
export { SPRING } from "../spring.js";
export { SYMFONY } from "../symfony.js";
export { WEB2PY } from "../web2py.js";
export { WERKZEUG } from "../werkzeug.js";
