/** Check and import over many machines, on BullMQ and Redis. The public subpath `credport/fleet`. */
export { type CleanedFleet, cleanFleet } from "./clean-fleet.js";
export {
  cancelFleet,
  type FleetResumeOptions,
  type FleetRunOptions,
  fleetStatus,
  pauseFleet,
  resumeFleet,
} from "./control-fleet.js";
export { type FleetReport, type FleetReportOptions, fleetReport, type RefusedUser } from "./fleet-report.js";
export type { FleetStatus } from "./fleet-status.js";
export type { FleetWorkOptions } from "./fleet-work-options.js";
export type { Phase } from "./phase.js";
export { type FleetPlan, type FleetPlanOptions, planFleet } from "./plan-fleet.js";
export { workFleet } from "./work-fleet.js";
