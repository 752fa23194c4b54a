/** What other rooms of the package need of this one and the public does not get. */
export { publicAddress } from "./engine.js";
export type { FleetTarget } from "./fleet-work-options.js";
export { requireRunFile } from "./run-file.js";
export { type FleetVerdict, verdictOnFleet } from "./verdict.js";
