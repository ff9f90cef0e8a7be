import { CfnOutput, type Stack } from "aws-cdk-lib";
import type { ManagedPolicy } from "aws-cdk-lib/aws-iam";
import { pascalCase } from "#shared/contracts/farm/machines.ts";
import { machineOutput } from "../machine-output.ts";
import type { Settings } from "../settings.ts";
import type { AddressStack } from "./address-stack.ts";
import type { ConsoleStack } from "./console-stack.ts";
import type { IdentityStack } from "./identity-stack.ts";
import type { StorageStack } from "./storage-stack.ts";
import type { WorkflowStack } from "./workflow-stack.ts";

interface DescribedStacks {
  readonly settings: Settings;
  readonly address: AddressStack;
  readonly storage: StorageStack;
  readonly hostPolicy: ManagedPolicy;
  readonly workflow: WorkflowStack;
  /** Absent: the issuer is somebody else's. */
  readonly pool: IdentityStack | undefined;
  readonly page: ConsoleStack;
}

type Told = Readonly<Record<string, string>>;

/** What one needs next, told by the stack that it is of: infra/README.md says what each is for. */
export function addOutputs(stacks: DescribedStacks): void {
  const { settings, address, storage, hostPolicy, workflow, pool, page } = stacks;
  tell(storage, {
    Stage: settings.stage,
    TableName: storage.table.tableName,
    ArtifactsBucketName: storage.bucket.bucketName,
    DeviceHostPolicyArn: hostPolicy.managedPolicyArn,
  });
  tell(workflow, {
    JobMachineArn: workflow.jobMachine.stateMachineArn,
    WorkflowMachineArn: workflow.workflowMachine.stateMachineArn,
    RolesMachineArn: workflow.rolesMachine.stateMachineArn,
    BatchMachineArn: workflow.batchMachine.stateMachineArn,
    ...Object.fromEntries(
      [...workflow.modelKeyArns].map(([name, arn]) => [`${pascalCase(name)}KeySecretArn`, arn]),
    ),
  });
  if (pool !== undefined) tell(pool, ofPool(pool));
  tell(page, { ConsoleUrl: address.origin });
}

const ofPool = ({ userPool, domain, people, machines, identity }: IdentityStack): Told => ({
  UserPoolId: userPool.userPoolId,
  Issuer: identity.issuer,
  SignInUrl: domain.baseUrl(),
  PeopleClientId: people.userPoolClientId,
  ...Object.fromEntries(
    [...machines].map(([tenant, { userPoolClientId }]) => [machineOutput(tenant), userPoolClientId]),
  ),
});

function tell(stack: Stack, told: Told): void {
  for (const [name, value] of Object.entries(told)) new CfnOutput(stack, name, { value });
}
