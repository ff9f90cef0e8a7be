import { isDeepStrictEqual } from "node:util";
import { change } from "../action.ts";
import { ApiError } from "../api-error.ts";
import {
  checkedEnum,
  checkedName,
  optionalFlag,
  optionalText,
  type Request,
  seconds,
  text,
} from "../request.ts";
import { mergedTags, requestedTags } from "../tags.ts";
import { checkedDefinition } from "./checked-definition.ts";
import { machineSettings } from "./machine-settings.ts";

/** Asked for again, the same machine is answered as it stands: another role or other tags change nothing. */
export const createStateMachine = change((engine, request) => {
  const name = checkedName(text(request, "name"));
  const type = machineType(request);
  const definition = checkedDefinition(engine, text(request, "definition"), type);
  refusePublishing(request);
  const settings = machineSettings(request);
  const arn = `arn:aws:states:${engine.region}:${engine.accountId}:stateMachine:${name}`;
  const tags = mergedTags(arn, {}, requestedTags(request));
  const existing = engine.machines.get(arn);
  if (existing !== undefined) {
    const same =
      existing.definition === definition &&
      existing.type === type &&
      isDeepStrictEqual(existing.settings, settings);
    if (same) return { stateMachineArn: arn, creationDate: seconds(existing.createdMs) };
    throw new ApiError("StateMachineAlreadyExists", `State Machine Already Exists: '${arn}'`);
  }
  const now = engine.clock.now();
  const roleArn = text(request, "roleArn");
  const times = { createdMs: now, updatedMs: now };
  engine.machines.put({ arn, name, type, definition, roleArn, ...times, settings, tags });
  return { stateMachineArn: arn, creationDate: seconds(now) };
});

/** @throws ApiError when a version is asked for, rather than answer as if there were one. */
export function refusePublishing(request: Request): void {
  if (!optionalFlag(request, "publish", false)) {
    if (optionalText(request, "versionDescription") === undefined) return;
    throw new ApiError("ValidationException", "Version description can only be set when publish is true");
  }
  throw new ApiError("ValidationException", "Versions are not supported by this engine; leave publish out.");
}

export function machineType(request: Request): "STANDARD" | "EXPRESS" {
  return checkedEnum(request, "type", ["STANDARD", "EXPRESS"]) === "EXPRESS" ? "EXPRESS" : "STANDARD";
}
