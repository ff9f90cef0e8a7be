import { variableReferences } from "../../definition/variable-references.ts";
import { read } from "../action.ts";
import { errors } from "../api-error.ts";
import { executionArnOf, machineArn, seconds } from "../request.ts";

const DEFAULT_SETTINGS = {
  loggingConfiguration: { level: "OFF", includeExecutionData: false },
  tracingConfiguration: { enabled: false },
  encryptionConfiguration: { type: "AWS_OWNED_KEY" },
};

function shownReferences(definition: string): object {
  const references = variableReferences(definition);
  return references === undefined ? {} : { variableReferences: references };
}

export const describeStateMachine = read((engine, request) => {
  const arn = machineArn(request);
  const machine = engine.machines.get(arn);
  if (machine === undefined) throw errors.machineDoesNotExist(arn);
  return {
    stateMachineArn: machine.arn,
    name: machine.name,
    status: "ACTIVE",
    definition: machine.definition,
    roleArn: machine.roleArn,
    type: machine.type,
    creationDate: seconds(machine.createdMs),
    ...(machine.shownRevision === undefined ? {} : { revisionId: machine.shownRevision }),
    ...DEFAULT_SETTINGS,
    ...machine.settings,
    ...shownReferences(machine.definition),
  };
});

/** The definition an execution runs on, which an update of its machine does not change. */
export const describeStateMachineForExecution = read((engine, request) => {
  const arn = executionArnOf(request);
  const record = engine.findRecord(arn);
  if (record === undefined) throw errors.executionDoesNotExist(arn);
  const revision = engine.machines.revision(record.revisionId);
  return {
    stateMachineArn: record.machineArn,
    name: record.machineArn.split(":").at(-1),
    definition: revision.definition,
    roleArn: revision.roleArn,
    updateDate: seconds(revision.updatedMs),
    ...DEFAULT_SETTINGS,
    ...shownReferences(revision.definition),
    ...(record.parent?.kind === "mapRun" ? { mapRunArn: record.parent.mapRunArn } : {}),
  };
});
