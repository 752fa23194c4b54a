/** Forums. */

export { DISCOURSE } from "../discourse.js";
export { DISCUZ } from "../discuz.js";
export { FLUXBB } from "../fluxbb.js";
export { INVISION } from "../invision.js";
export { MYBB } from "../mybb.js";
export { NODEBB } from "../nodebb.js";
export { PHPBB } from "../phpbb.js";
export { SMF } from "../smf.js";
export { VBULLETIN } from "../vbulletin.js";
export { WOLTLAB } from "../woltlab.js";
export { XENFORO } from "../xenforo.js";
