import { depthLimitExceeded, evaluationLimits, memoryLimitExceeded } from "./evaluation-limits.ts";
import { depthOf, type JsonataNode, walkNodes } from "./jsonata-node.ts";

/** What one running evaluation has used up so far. */
export interface RunawayGuard {
  depth: number;
}

interface Frame {
  lookup(name: typeof guardBinding): RunawayGuard;
}

interface HookableExpression {
  assign(name: string | symbol, value: unknown): void;
}

/** Bound in the frame of one evaluation; no expression can spell a name with a blank in it. */
export const guardBinding = "runaway guard";

/** The tree needs a guard at run time when its cost cannot be read off it: it defines functions or builds ranges. */
export type GuardNeed =
  | { readonly kind: "none" }
  | { readonly kind: "hooks"; readonly depth: number }
  | { readonly kind: "too deep" };

export function guardNeedOf(tree: JsonataNode): GuardNeed {
  let defines = false;
  let parallel = false;
  for (const node of walkNodes(tree)) {
    if (node.type === "lambda" || node.type === "partial" || node.value === "..") defines = true;
    if (node.group !== undefined || (node.type === "unary" && (node.value === "[" || node.value === "{"))) {
      parallel = true;
    }
  }
  if (!defines) {
    return depthOf(tree) > evaluationLimits.depth ? { kind: "too deep" } : { kind: "none" };
  }
  // JSONata evaluates the members of a constructor or group at the same time, so that entries minus exits
  // counts their number as well as their depth. There the bound only keeps memory in check.
  return { kind: "hooks", depth: parallel ? evaluationLimits.depth * 100 : evaluationLimits.depth };
}

function heldBytes(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (Array.isArray(value)) return value.length * 8;
  return 0;
}

/** Makes the expression stop itself: JSONata calls these hooks around every node it evaluates. */
export function installGuard(expression: HookableExpression, depthLimit: number): void {
  expression.assign(
    Symbol.for("jsonata.__evaluate_entry"),
    (_node: unknown, _input: unknown, frame: Frame) => {
      const guard = frame.lookup(guardBinding);
      guard.depth += 1;
      if (guard.depth > depthLimit) throw depthLimitExceeded();
    },
  );
  expression.assign(
    Symbol.for("jsonata.__evaluate_exit"),
    (_node: unknown, _input: unknown, frame: Frame, result: unknown) => {
      const guard = frame.lookup(guardBinding);
      guard.depth -= 1;
      if (heldBytes(result) > evaluationLimits.valueBytes) throw memoryLimitExceeded();
    },
  );
}
