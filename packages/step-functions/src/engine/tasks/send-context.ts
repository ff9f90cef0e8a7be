import type { Thread } from "../../execution/execution.ts";
import type { SendContext, TaskOrigin, TaskPattern } from "../../integrations/integration.ts";
import { startByName } from "../executions/start-by-name.ts";
import type { World } from "../world.ts";

/** What an integration may know of the task that it sends, and ask of the engine for it. */
export function sendContext(
  world: World,
  thread: Thread,
  origin: TaskOrigin,
  pattern: TaskPattern,
): SendContext {
  const { record } = thread.execution;
  const waits = () => thread.wait?.kind === "task" && thread.wait.attempt === origin.attempt;
  return {
    origin,
    pattern,
    executionArn: record.arn,
    machineArn: record.machineArn,
    payloadBytes: world.limits.payloadBytes,
    uuid: world.uuid,
    offerActivity(activityArn, input) {
      if (!waits()) return false;
      world.activities.offer(activityArn, thread, input);
      return true;
    },
    startNested: ({ machineArn, ...start }) =>
      world.loop.transact(() => {
        const { wait } = thread;
        if (wait?.kind !== "task" || !waits()) return "gone";
        const machine = world.machines.get(machineArn);
        if (machine === undefined) return "no machine";
        const awaited = pattern === "sync";
        const started = startByName(world, {
          machine,
          ...start,
          parent: { kind: "task", ...origin, awaited },
        });
        if (started === undefined) return "name taken";
        if (awaited) {
          // Known from this moment on, so that stopping the task stops the nested execution too.
          wait.childArn = started.arn;
          world.changes.thread(thread);
        }
        return { arn: started.arn, startMs: started.startMs };
      }),
  };
}
