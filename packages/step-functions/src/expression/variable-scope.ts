import type { JsonValue } from "./json-value.ts";

/** Documented quotas: 256 KiB for one variable and for one `Assign`, 10 MiB for all variables of an execution. */
export const variableLimits = { bytesPerAssign: 262_144, bytesPerExecution: 10_485_760 } as const;

/**
 * The variables of one level of states: the workflow, or one branch or iteration inside it. Inner scopes read what
 * outer ones hold and never write it. Immutable: `assign` returns the scope that follows, so a journal can keep
 * either, and branches that run at the same time cannot see each other's values.
 */
export interface VariableScope {
  readonly outer: VariableScope | undefined;
  readonly own: Readonly<Record<string, JsonValue>>;
}

export const emptyScope: VariableScope = { outer: undefined, own: {} };

/** The scope of a branch or iteration as it starts. */
export function innerScope(outer: VariableScope): VariableScope {
  return { outer, own: {} };
}

/** Everything that expressions in the scope may read. */
export function visibleVariables(scope: VariableScope): Readonly<Record<string, JsonValue>> {
  if (scope.outer === undefined) return scope.own;
  return { ...visibleVariables(scope.outer), ...scope.own };
}

/** Sets variables in this scope; validation has ruled out names of an outer one. */
export function assignVariables(
  scope: VariableScope,
  assigned: Readonly<Record<string, JsonValue>>,
): VariableScope {
  return { outer: scope.outer, own: { ...scope.own, ...assigned } };
}

function utf8Bytes(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value), "utf8");
}

export type VariableLimitBreach = "variable" | "assign" | "execution";

/**
 * Which quota an `Assign` in `scope` would break, if any; the state then fails with `States.DataLimitExceeded`.
 * Counts JSON text in UTF-8 of everything visible: a branch cannot see, and so does not count, its siblings' values.
 */
export function variableLimitBreach(
  scope: VariableScope,
  assigned: Readonly<Record<string, JsonValue>>,
): VariableLimitBreach | undefined {
  let assignedBytes = 0;
  for (const value of Object.values(assigned)) {
    const bytes = utf8Bytes(value);
    if (bytes > variableLimits.bytesPerAssign) return "variable";
    assignedBytes += bytes;
  }
  if (assignedBytes > variableLimits.bytesPerAssign) return "assign";
  // Sums are only worth their cost once a scope is large; small ones cannot come near ten megabytes.
  const kept = visibleVariables(scope);
  let total = assignedBytes;
  for (const [name, value] of Object.entries(kept)) {
    if (!Object.hasOwn(assigned, name)) total += utf8Bytes(value);
  }
  return total > variableLimits.bytesPerExecution ? "execution" : undefined;
}
