/** What other rooms of the package need of this one and the public does not get. */

export { BULK_FAULTS, type BulkFault, FAULT_KINDS, type RehearsalFault } from "./faults.js";
export { listenOn } from "./http/listen-on.js";
export { INTERFACE_VERSIONS } from "./interface-version.js";
