import { readFile } from "node:fs/promises";
import {
  CreateStateMachineCommand,
  type SFNClient,
  StateMachineAlreadyExists,
  UpdateStateMachineCommand,
} from "@aws-sdk/client-sfn";
import { type MachineName, machineNames } from "#shared/contracts/farm/machines.ts";
import { type MachineArns, machineSubstitutions } from "#shared/contracts/functions/functions.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { stateMachineFile } from "#shared/project-files.ts";

/** Fills `${…}` names; one that is not supplied is an error, as in CloudFormation's DefinitionSubstitutions. */
export function substituted(definition: string, values: Readonly<Record<string, string>>): string {
  return definition.replace(/\$\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) {
      throw new DroverError(
        "ConfigurationInvalid",
        `The state machine needs \${${name}}, which is not supplied.`,
      );
    }
    return value;
  });
}

/** Creates every state machine, or brings it up to date with its file. Running executions keep the one they began with. */
export async function putStateMachines(client: SFNClient, arns: MachineArns): Promise<void> {
  await Promise.all(machineNames.map((name) => putStateMachine(client, name, arns)));
}

async function putStateMachine(client: SFNClient, name: MachineName, arns: MachineArns): Promise<void> {
  const substitutions = machineSubstitutions(name, arns);
  const definition = substituted(await readFile(stateMachineFile(name), "utf8"), substitutions);
  const stateMachineArn = arns.machineArn(name);
  const [, , , , accountId] = stateMachineArn.split(":");
  const roleArn = `arn:aws:iam::${accountId}:role/drover-${name}`;
  try {
    await client.send(new CreateStateMachineCommand({ name, type: "STANDARD", definition, roleArn }));
  } catch (error) {
    if (!(error instanceof StateMachineAlreadyExists)) throw error;
    await client.send(new UpdateStateMachineCommand({ stateMachineArn, definition }));
  }
}
