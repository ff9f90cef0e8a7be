import { startByName } from "../engine/executions/start-by-name.ts";
import { failureOf } from "../engine/tasks/tasks.ts";
import type { World } from "../engine/world.ts";
import type { StateBehaviour } from "../execution/compiled.ts";
import type { Signal, TaskWait } from "../execution/wait.ts";
import type { SendContext } from "../integrations/integration.ts";
import type { TaskBehaviour } from "../states/task-behaviour.ts";
import type { TestedState } from "./tested-state.ts";

/** Lets come what the state waits for: its time, or the answer to its task's request. */
export function awaitSignal(run: TestedState, behaviour: StateBehaviour): Promise<Signal> {
  const { wait } = run;
  if (wait?.kind === "timer") return due(run.world, wait.dueMs, { kind: "timer" }).reached;
  if (wait?.kind === "task") return taskAnswer(run, wait, behaviour as TaskBehaviour);
  throw new Error(`a tested state cannot wait for '${wait?.kind ?? "nothing"}'`);
}

function due(world: World, dueMs: number, signal: Signal) {
  const { promise, resolve } = Promise.withResolvers<Signal>();
  const timer = world.timers.add(dueMs, () => resolve(signal));
  return { reached: promise, cancel: () => world.timers.cancel(timer) };
}

async function taskAnswer(run: TestedState, wait: TaskWait, task: TaskBehaviour): Promise<Signal> {
  const answer = task.integration.send(JSON.parse(wait.request), sendContext(run, wait)).then(
    ({ output }): Signal => ({ kind: "settled", settlement: { ok: true, output } }),
    (error: unknown): Signal => ({ kind: "settled", settlement: failureOf(error) }),
  );
  if (wait.timeoutDueMs === undefined) return await answer;
  const timeout = due(run.world, wait.timeoutDueMs, { kind: "timedOut", heartbeat: false });
  const first = await Promise.race([answer, timeout.reached]);
  timeout.cancel();
  return first;
}

/** An execution that the task starts is a real one, as in the service. */
function sendContext({ world, stateName }: TestedState, { attempt }: TaskWait): SendContext {
  const id = Number.parseInt(world.uuid().slice(0, 8), 16);
  const machineArn = `arn:aws:states:${world.region}:${world.accountId}:stateMachine:${stateName}`;
  return {
    origin: { executionId: id, threadId: 0, attempt },
    pattern: "requestResponse",
    executionArn: machineArn.replace(":stateMachine:", ":express:"),
    machineArn,
    payloadBytes: world.limits.payloadBytes,
    uuid: world.uuid,
    offerActivity: () => false,
    startNested: ({ machineArn: wanted, ...start }) =>
      world.loop.transact(() => {
        const machine = world.machines.get(wanted);
        return machine === undefined
          ? "no machine"
          : (startByName(world, { machine, ...start }) ?? "name taken");
      }),
  };
}
