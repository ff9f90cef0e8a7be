import type { AnyAction } from "../actions/action-definition.ts";
import type { DevicePort } from "../actions/device-port.ts";
import { SemanticUITree } from "../contracts/protocol/semantic-ui-tree.ts";
import type { ActionOutcome } from "../contracts/step/step.ts";
import type { StoredAction } from "../contracts/step/stored-action.ts";
import type { ScreenSize } from "../contracts/values/coordinate.ts";
import { DroverError } from "../errors/drover-error.ts";
import { callExtension } from "./call-extension.ts";

/** What is known when an action is about to be done, or was. */
export interface MiddlewareContext {
  readonly jobId: string;
  readonly stepNumber: number;
  /** As the host would do it: coordinates are normalised. Another middleware may have changed it. */
  readonly action: AnyAction;
  /** As rotated now. */
  readonly screen: ScreenSize;
  /** Foreground app when the screen was last looked at; empty when that is not known. */
  readonly package: string;
  readonly device: DevicePort;
  /** Aborted when the middleware's time is up. */
  readonly signal: AbortSignal;
}

/** What becomes of the action; nothing: it is done as it is. */
export type BeforeDecision =
  | { readonly action: AnyAction }
  /** The action is skipped, and the model gets this text. */
  | { readonly skip: string }
  | undefined;

/** What is added to the next observation; nothing: nothing. */
export type AfterDecision = { readonly note: string } | undefined;

/** What a middleware is shown of a look before the agent is. */
export interface ObserveContext extends Omit<MiddlewareContext, "action"> {
  readonly tree: SemanticUITree;
}

/** What the agent gets in place of it; nothing: it as it is. */
export type ObserveDecision = { readonly tree?: SemanticUITree; readonly note?: string } | undefined;

/** Functions of the config around each action on a host, in order of registration (docs/spec.md I8.2). */
export interface Middleware {
  readonly name: string;
  readonly before?: ((context: MiddlewareContext) => BeforeDecision | Promise<BeforeDecision>) | undefined;
  readonly after?: ((context: AfterContext) => AfterDecision | Promise<AfterDecision>) | undefined;
  readonly observe?: ((context: ObserveContext) => ObserveDecision | Promise<ObserveDecision>) | undefined;
}

export interface AfterContext extends MiddlewareContext {
  readonly outcome: ActionOutcome;
}

/** For each call of each. */
export const middlewareSeconds = 5;

interface Surroundings extends Omit<MiddlewareContext, "action" | "signal"> {
  readonly signal: AbortSignal;
}

export interface BeforeResult {
  readonly action: StoredAction;
  /** Who changed it, in order. */
  readonly changedBy: readonly string[];
  readonly skipped?: { readonly by: string; readonly reason: string };
}

/**
 * Calls each before an action; the first that skips the action ends the chain.
 * `check` holds a changed action to its definition and to the policy, and throws what is wrong with it.
 * @throws ExtensionFailed that names the middleware, and what `check` throws
 */
export async function runBefore(
  middleware: readonly Middleware[],
  first: StoredAction,
  around: Surroundings,
  check: (action: StoredAction) => void | Promise<void>,
): Promise<BeforeResult> {
  let action = first;
  const changedBy: string[] = [];
  for (const one of middleware) {
    if (one.before === undefined) continue;
    const what = `Middleware '${one.name}' before ${action.action}`;
    const decision = await callExtension(
      { what, seconds: middlewareSeconds, signal: around.signal },
      (signal) => one.before?.({ ...around, action: structuredClone(action), signal }),
    );
    if (decision === undefined) continue;
    if ("skip" in decision)
      return { action, changedBy, skipped: { by: one.name, reason: String(decision.skip).slice(0, 500) } };
    const changed = structuredClone(decision.action) as StoredAction;
    await check(changed);
    action = changed;
    changedBy.push(one.name);
  }
  return { action, changedBy };
}

/**
 * Asks each after an action was done, or skipped: what is to be noted with the next observation. One that fails then is a note as
 * well, because what was done is done.
 */
export async function runAfter(
  middleware: readonly Middleware[],
  action: StoredAction,
  outcome: ActionOutcome,
  around: Surroundings,
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const one of middleware) {
    if (one.after === undefined) continue;
    const what = `Middleware '${one.name}' after ${action.action}`;
    try {
      const decision = await callExtension(
        { what, seconds: middlewareSeconds, signal: around.signal },
        (signal) => one.after?.({ ...around, action: structuredClone(action), outcome, signal }),
      );
      if (decision !== undefined) notes.push(noteOf(one, decision.note));
    } catch (error) {
      notes.push(failure(error));
    }
  }
  return notes;
}

const noteOf = ({ name }: Middleware, note: string): string =>
  `${name}: ${String(note)}`.slice(0, 300).toWellFormed();
const failure = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300).toWellFormed();

/** The elements for the agent, passed through each middleware in turn. Never throws. */
export async function runObserve(
  middleware: readonly Middleware[],
  seen: SemanticUITree,
  around: Surroundings,
): Promise<{ readonly tree: SemanticUITree; readonly notes: readonly string[] }> {
  let tree = seen;
  const notes: string[] = [];
  for (const one of middleware) {
    if (one.observe === undefined) continue;
    const what = `Middleware '${one.name}' of the screen`;
    try {
      const decision = await callExtension(
        { what, seconds: middlewareSeconds, signal: around.signal },
        (signal) => one.observe?.({ ...around, tree: structuredClone(tree), signal }),
      );
      if (decision?.tree !== undefined) tree = changedTree(what, decision.tree);
      if (decision?.note !== undefined) notes.push(noteOf(one, decision.note));
    } catch (error) {
      notes.push(failure(error));
    }
  }
  return { tree, notes };
}

/** What an extension made of a screen's elements. @throws ExtensionFailed that names the field which is wrong */
export function changedTree(what: string, tree: unknown): SemanticUITree {
  const parsed = SemanticUITree.safeParse(tree);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new DroverError(
    "ExtensionFailed",
    `${what} returned an invalid tree: ${issue?.path.join(".")}: ${issue?.message}`,
  );
}
