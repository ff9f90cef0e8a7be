import type { ExecutionRecord, ParentLink } from "../../execution/execution.ts";
import type { MachineRecord } from "../machine-registry.ts";
import type { World } from "../world.ts";
import { beginExecution } from "./begin-execution.ts";

export interface NamedStart {
  readonly machine: MachineRecord;
  readonly name: string;
  readonly input: string;
  readonly parent?: ParentLink;
  readonly traceHeader?: string;
}

export function executionArn(machineArn: string, name: string, express?: { readonly id: string }): string {
  const [, partition, , region, account, , machineName] = machineArn.split(":");
  const kind = express === undefined ? "execution" : "express";
  const arn = `arn:${partition}:states:${region}:${account}:${kind}:${machineName}:${name}`;
  return express === undefined ? arn : `${arn}:${express.id}`;
}

/**
 * Starts an execution, or answers with the one that runs under the name with the same input: StartExecution is
 * idempotent that way for Standard machines. Undefined when the name is taken by another.
 */
export function startByName(world: World, start: NamedStart): ExecutionRecord | undefined {
  const { machine, name, input, parent } = start;
  const express = machine.type === "EXPRESS";
  const arn = executionArn(machine.arn, name, express ? { id: world.uuid() } : undefined);
  const existing = express ? undefined : world.findRecord(arn);
  if (existing !== undefined) {
    const same = existing.status === "RUNNING" && existing.input === input;
    return same || isSameParent(existing.parent, parent) ? existing : undefined;
  }
  const { record } = beginExecution(world, {
    arn,
    name,
    machineArn: machine.arn,
    revisionId: machine.revisionId,
    express,
    input,
    ...(parent === undefined ? {} : { parent }),
    ...(start.traceHeader === undefined ? {} : { traceHeader: start.traceHeader }),
  });
  return record;
}

/** The same attempt of the same task asks again, because the engine was killed before it noted the answer. */
function isSameParent(a: ParentLink | undefined, b: ParentLink | undefined): boolean {
  if (a?.kind !== "task" || b?.kind !== "task") return false;
  return a.executionId === b.executionId && a.threadId === b.threadId && a.attempt === b.attempt;
}
