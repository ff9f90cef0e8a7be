import { readFile } from "node:fs/promises";
import {
  CreateStateMachineCommand,
  type SFNClient,
  StateMachineAlreadyExists,
  UpdateStateMachineCommand,
} from "@aws-sdk/client-sfn";
import type { JobMachineSubstitutions } from "#shared/contracts/functions.ts";
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

/** Creates the `job` state machine, or brings it up to date with its file. Running executions keep the one they began with. */
export async function putJobStateMachine(
  client: SFNClient,
  stateMachineArn: string,
  substitutions: JobMachineSubstitutions,
): Promise<void> {
  const definition = substituted(await readFile(stateMachineFile("job"), "utf8"), substitutions);
  const [, , , , accountId, , name] = stateMachineArn.split(":");
  const roleArn = `arn:aws:iam::${accountId}:role/drover-${name}`;
  try {
    await client.send(new CreateStateMachineCommand({ name, type: "STANDARD", definition, roleArn }));
  } catch (error) {
    if (!(error instanceof StateMachineAlreadyExists)) throw error;
    await client.send(new UpdateStateMachineCommand({ stateMachineArn, definition }));
  }
}
