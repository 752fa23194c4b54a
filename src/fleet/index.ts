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
export {
  type FleetImportReport,
  type FleetReport,
  type FleetReportOptions,
  fleetReport,
  type RefusedUser,
} from "./fleet-report.js";
export type { FleetCounts, FleetStatus } from "./fleet-status.js";
export type { FleetProof, FleetTarget, FleetWorkOptions } from "./fleet-work-options.js";
export type { Phase, StopNote } from "./phase.js";
export { type FleetPlan, type FleetPlanOptions, planFleet } from "./plan-fleet.js";
export { workFleet } from "./work-fleet.js";
