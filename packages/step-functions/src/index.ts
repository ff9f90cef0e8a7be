export type { ExecutionStatusChange } from "./engine/status-change.ts";
export { type Limits, serviceLimits } from "./execution/limits.ts";
export { type Clock, systemClock } from "./execution/timer-heap.ts";
export { duration, historyRows } from "./history/history-rows.ts";
export type { LeaveToCall, TaskCall, TaskRefusal } from "./integrations/asked-leave.ts";
export type { SdkClient } from "./integrations/sdk-services.ts";
export { ignoredFrames, readLog } from "./journal/ignored-frames.ts";
export { engineUsage, readEngineArguments, startEngineServer, UsageError } from "./server-command.ts";
export { type EngineStart, type RunningEngine, startEngine } from "./start-engine.ts";
