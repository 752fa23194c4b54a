/** Variables of the environment that the command line reads, with what each is for. Peppers have names of their own. */
export const VARIABLES = {
  CREDPORT_API_KEY: "API key of the service, where --api-key-file is not given; credport rehearse asks callers for it",
  CREDPORT_REDIS_URL: "address of Redis for credport fleet, where --redis is not given; it may hold a password",
  NO_COLOR: "any text: no colours, as with --no-color",
  FORCE_COLOR: "any text but 0: colours in a pipe too, unless NO_COLOR is set",
  TERM: "dumb: neither colours nor a progress bar",
  CI: "true: a line of progress from time to time in place of a bar",
  CREDPORT_ENGINES: "portable: hashes are computed without native packages",
  UV_THREADPOOL_SIZE: "threads of Node.js, which bound how many hashes are computed at a time",
} as const;

export type VariableName = keyof typeof VARIABLES;

export const PEPPERS = "The pepper of an old system is in the variable that --pepper-name of credport check names.";
