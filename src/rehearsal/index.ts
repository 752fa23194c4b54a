/** The embedded service to rehearse a migration on: the public subpath `credport/rehearsal`. */
export type { RehearsalState, RehearsalUser } from "./describe-state.js";
export type { RehearsalFault } from "./faults/faults.js";
export {
  createRehearsalService,
  type RehearsalOptions,
  type RehearsalService,
} from "./http/create-rehearsal-service.js";
export type { ListeningService } from "./http/http-server.js";
