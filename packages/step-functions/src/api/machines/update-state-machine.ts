import { change } from "../action.ts";
import { ApiError, errors } from "../api-error.ts";
import { machineArn, optionalText, seconds } from "../request.ts";
import { checkedDefinition } from "./checked-definition.ts";
import { refusePublishing } from "./create-state-machine.ts";
import { machineSettings } from "./machine-settings.ts";

export const updateStateMachine = change((engine, request) => {
  const arn = machineArn(request);
  const machine = engine.machines.get(arn);
  if (machine === undefined) throw errors.machineDoesNotExist(arn);
  refusePublishing(request);
  const definition = optionalText(request, "definition");
  const roleArn = optionalText(request, "roleArn");
  const settings = machineSettings(request);
  if (definition === undefined && roleArn === undefined && Object.keys(settings).length === 0) {
    throw new ApiError(
      "MissingRequiredParameter",
      "Either the definition, the role ARN, the LoggingConfiguration, or the TracingConfiguration must be specified",
    );
  }
  if (definition !== undefined) checkedDefinition(engine, definition, machine.type);
  const updatedMs = engine.clock.now();
  const changed =
    (definition ?? machine.definition) !== machine.definition ||
    (roleArn ?? machine.roleArn) !== machine.roleArn ||
    Object.keys(settings).length > 0;
  const shownRevision =
    changed || machine.shownRevision === undefined ? engine.uuid() : machine.shownRevision;
  engine.machines.put({
    ...machine,
    definition: definition ?? machine.definition,
    roleArn: roleArn ?? machine.roleArn,
    settings: { ...machine.settings, ...settings },
    shownRevision,
    updatedMs,
  });
  return { updateDate: seconds(updatedMs), revisionId: shownRevision };
});
