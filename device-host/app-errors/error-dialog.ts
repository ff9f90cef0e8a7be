import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { HierarchyNode } from "#shared/screen/tree/hierarchy.ts";
import type { CapturedScreen } from "../observe/captured-screen.ts";
import type { AppFailure } from "./app-failure.ts";

/** Android's own dialog about an app. What it says is in the device's language; its ids and its window's title are not. */
export interface ErrorDialog extends AppFailure {
  readonly says: string;
  /** Keeps the app waiting; null on a dialog that has no such button. */
  readonly wait: Bounds | null;
  readonly close: Bounds | null;
}

const all = (nodes: readonly HierarchyNode[]): readonly HierarchyNode[] =>
  nodes.flatMap((node) => [node, ...all(node.children)]);

/** No app has the system's package: what it draws in the dialog's likeness is none. */
export function errorDialogOn({ hierarchy, facts }: CapturedScreen): ErrorDialog | null {
  const nodes = all(hierarchy?.roots ?? []).filter(({ packageName }) => packageName === "android");
  const boundsOf = (id: string): Bounds | null =>
    nodes.find(({ resourceId, enabled }) => enabled && resourceId === `android:id/${id}`)?.bounds ?? null;
  const wait = boundsOf("aerr_wait");
  const close = boundsOf("aerr_close");
  if (wait === null && close === null && boundsOf("aerr_restart") === null) return null;
  const kind = wait === null ? "crash" : "anr";
  const titled = facts.appFailures.findLast((failure) => failure.kind === kind);
  const says = nodes.find(({ resourceId }) => resourceId === "android:id/alertTitle")?.text ?? "";
  return { kind, process: titled?.process ?? "", says, wait, close };
}
