import * as z from "zod";

/** The states of each state machine, by their names in `state-machines/<machine>.asl.json`. */
export const machineStates = {
  job: [
    "PrepareJob",
    "RouteStart",
    "AcquireDevice",
    "SetUpDevice",
    "PredictAction",
    "RouteAction",
    "WaitForModel",
    "GiveBackDevice",
    "PerformAction",
    "VerifyStep",
    "StartPlanning",
    "AwaitPlanning",
    "CheckProgress",
    "CompareDevice",
    "CheckCompletion",
    "GiveBackToAsk",
    "AskUser",
    "RouteAnswer",
    "CallTool",
    "AwaitChecks",
    "AwaitTurn",
    "AwaitRoles",
    "RouteRoles",
    "RunRecovery",
    "ContinueAsNew",
    "ContinueForParent",
    "JudgeOutcome",
    "ReleaseDevice",
    "FinishJob",
    "MapError",
    "RouteError",
    "JobUnfinished",
  ],
  planning: ["MakePlan", "PlanUnfinished"],
  recovery: [
    "BeginRecovery",
    "PlanRecovery",
    "RouteRecovery",
    "ActRecovery",
    "PerformRecovery",
    "ReportRecovery",
    "EndRecovery",
    "RecoveryUnfinished",
  ],
  workflow: [
    "DecomposeTask",
    "AcquireDevice",
    "SetUpDevice",
    "NextSubtask",
    "RouteSubtask",
    "RunSubtask",
    "SplitScreen",
    "RunWindows",
    "RunFirstWindow",
    "FirstWindowEnded",
    "RunSecondWindow",
    "SecondWindowEnded",
    "JoinWindows",
    "JudgeOutcome",
    "ReleaseDevice",
    "FinishWorkflow",
    "RouteFailure",
    "WorkflowUnfinished",
  ],
  roles: [
    "BeginRoles",
    "RouteTurn",
    "WaitForTurn",
    "RunRoles",
    "RunRole",
    "SettleRole",
    "RoleEnded",
    "FinishRoles",
    "RolesUnfinished",
  ],
  batch: [
    "BeginBatch",
    "CheckManifest",
    "RouteChecked",
    "PrepareRound",
    "RouteRound",
    "WaitRound",
    "RunItems",
    "TakeItem",
    "RouteItem",
    "WaitItem",
    "RunJob",
    "SettleItem",
    "ItemEnded",
    "ItemStopped",
    "ItemUnfinished",
    "ContinueBatch",
    "FinishBatch",
    "RouteFinished",
    "BatchEnded",
    "FailBatch",
    "BatchUnfinished",
  ],
} as const;

export type MachineName = keyof typeof machineStates;
export const machineNames = Object.keys(machineStates) as readonly MachineName[];

export type StateOf<Machine extends MachineName> = (typeof machineStates)[Machine][number];
/** A state of one of the machines. */
export type MachineState = {
  readonly [Machine in MachineName]: readonly [machine: Machine, state: StateOf<Machine>];
}[MachineName];

export const JobState = z.enum(machineStates.job);
export type JobState = z.infer<typeof JobState>;

/** Whose executions each machine starts. A job and a batch start their own successors too, which they find in their context. */
export const nestedMachines = {
  job: ["planning", "recovery"],
  planning: [],
  recovery: [],
  workflow: ["job"],
  roles: ["job"],
  batch: ["job", "workflow", "roles"],
} as const satisfies Record<MachineName, readonly MachineName[]>;

type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>;

/** `make-plan` as `MakePlan`. */
export const pascalCase = <Name extends string>(name: Name): PascalCase<Name> =>
  name.replace(/(?:^|-)(\w)/g, (_whole, letter: string) => letter.toUpperCase()) as PascalCase<Name>;
