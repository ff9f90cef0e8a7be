import type { Stage } from "#shared/contracts/stage.ts";

type StackPart =
  | "Address"
  | "Storage"
  | "Workflow"
  | "Identity"
  | "Api"
  | "Console"
  | "DeviceHosts"
  | "Operations";

/** Also the start of the names of all that the stack exports and of what CloudFormation names by itself. */
export const stackName = (stage: Stage, part: StackPart): string => `Drover-${stage}-${part}`;
