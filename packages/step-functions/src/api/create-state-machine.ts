import { isDeepStrictEqual } from "node:util";
import type { MachineSettings } from "../engine/machine-registry.ts";
import { change } from "./action.ts";
import { ApiError, errors } from "./api-error.ts";
import { checkedDefinition } from "./checked-definition.ts";
import { checkedName, optionalFlag, type Request, seconds, text } from "./request.ts";
import { mergedTags, requestedTags } from "./tags.ts";

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
  if (!optionalFlag(request, "publish", false)) return;
  throw new ApiError("ValidationException", "Versions are not supported by this engine; leave publish out.");
}

export function machineType(request: Request): "STANDARD" | "EXPRESS" {
  const type = request.type ?? "STANDARD";
  if (type === "STANDARD" || type === "EXPRESS") return type;
  throw errors.validation("type", String(type), "Member must satisfy enum value set: [STANDARD, EXPRESS]");
}

const SETTINGS = ["loggingConfiguration", "tracingConfiguration", "encryptionConfiguration"] as const;

/** Kept and shown again; a local engine neither logs to CloudWatch nor traces nor encrypts. */
export function machineSettings(request: Request): MachineSettings {
  const given = SETTINGS.filter((member) => request[member] !== undefined);
  return Object.fromEntries(given.map((member) => [member, request[member]]));
}
