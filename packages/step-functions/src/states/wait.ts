import type { WaitState } from "../definition/asl.ts";
import { compileLeaving, optionalTemplate } from "../execution/compile-leaving.ts";
import type { StateBehaviour } from "../execution/compiled.ts";
import type { RunningState } from "../execution/running-state.ts";
import { secondsRange, timestampField } from "../expression/field-values.ts";

export function waitBehaviour(definition: WaitState): StateBehaviour {
  const leaving = compileLeaving(definition);
  const seconds = optionalTemplate(definition.Seconds, "Seconds");
  const timestamp = optionalTemplate(definition.Timestamp, "Timestamp");
  const due = async (run: RunningState): Promise<number> => {
    if (seconds !== null) return run.enteredMs + 1000 * (await run.integer(seconds, "Seconds", secondsRange));
    if (timestamp === null) return 0;
    return timestampField(timestamp, await run.evaluate(timestamp), "Timestamp", run);
  };
  return {
    async enter(run) {
      const dueMs = await due(run);
      if (dueMs <= run.now()) return await run.leave(leaving, {}, null);
      return run.block({ kind: "timer", dueMs, ...(timestamp === null ? {} : { timeOfDay: true }) });
    },
    resume: (run) => run.leave(leaving, {}, null),
  };
}
