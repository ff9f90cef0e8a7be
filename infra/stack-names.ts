import type { Stage } from "#shared/contracts/values/stage.ts";

type StackPart =
  | "Firewall"
  | "Address"
  | "Storage"
  | "Workflow"
  | "Identity"
  | "Api"
  | "Console"
  | "DeviceHosts"
  | "Operations";

/** What another stack's output is in a finding of cdk-nag, which knows a wildcard by its text. */
export const foreignOutput = (stage: Stage, part: StackPart, OutputName: string): string =>
  JSON.stringify({
    "Fn::GetStackOutput": { StackName: stackName(stage, part), Region: { Ref: "AWS::Region" }, OutputName },
  });

/** Also the start of the names of all that the stack exports and of what CloudFormation names by itself. */
export const stackName = (stage: Stage, part: StackPart): string => `Drover-${stage}-${part}`;
