/** The embedded service to rehearse a migration on: the public subpath `credport/rehearsal`. */
export type { RehearsalState } from "./describe-state.js";
export {
  createRehearsalService,
  type RehearsalOptions,
  type RehearsalService,
} from "./http/create-rehearsal-service.js";
export type { ListeningService } from "./http/http-server.js";
