import { runObserve } from "#shared/extensions/middleware.ts";
import { treeHash } from "#shared/screen/tree-hash.ts";
import { actionContext } from "../actions/action-context.ts";
import type { CapturedScreen } from "../observe/captured-screen.ts";
import { withDrawnHash } from "../observe/drawn-hash.ts";
import type { LookingContext } from "./command-context.ts";

/** The screen as the config's middleware lets the agent see it; the host itself goes by what is there. */
export async function shownToAgent(
  captured: CapturedScreen,
  { command, device, adb, services, signal, lease }: LookingContext,
): Promise<CapturedScreen> {
  const { middleware } = services.config;
  if (captured.tree === null || middleware.every(({ observe }) => observe === undefined)) return captured;
  const { screen, facts } = captured;
  const stepNumber = command.kind === "perform" ? command.stepNumber : 0;
  const { device: port } = actionContext({ device, adb, screen, signal }, services);
  const around = { jobId: command.jobId, stepNumber, screen, package: facts.package, device: port, signal };
  const { tree, notes } = await runObserve(middleware, captured.tree, around);
  const flags = [...notes.map((note) => lease.secrets.text(note)), ...captured.flags];
  if (tree === captured.tree) return { ...captured, flags };
  return withDrawnHash({ ...captured, tree, treeHash: treeHash(tree), flags });
}
