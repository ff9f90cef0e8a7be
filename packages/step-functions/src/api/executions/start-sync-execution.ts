import { startByName } from "../../engine/executions/start-by-name.ts";
import type { ExecutionRecord } from "../../execution/execution.ts";
import type { Action } from "../action.ts";
import { errors } from "../api-error.ts";
import { checkedName, machineArn, optionalText, seconds } from "../request.ts";
import { executionInput } from "./start-execution.ts";

/** Runs an Express execution and answers with its end. */
export const startSyncExecution: Action = (engine, request) =>
  new Promise((resolve, reject) => {
    engine.loop
      .transact(() => {
        const arn = machineArn(request);
        const machine = engine.machines.get(arn);
        if (machine === undefined) throw errors.machineDoesNotExist(arn);
        if (machine.type !== "EXPRESS") throw errors.typeNotSupported();
        const name = checkedName(optionalText(request, "name") ?? engine.uuid());
        const record = startByName(engine, { machine, name, input: executionInput(engine, request) });
        if (record !== undefined) engine.watch(record.id, (ended) => resolve(syncAnswer(ended)));
      }, "outside")
      .catch(reject);
  });

/** Memory and duration are billed by 64 MB and 100 ms; a local run has the smallest memory. */
function syncAnswer(record: ExecutionRecord): object {
  const { arn, machineArn: stateMachineArn, name, status, startMs, input, output, error, cause } = record;
  const stopMs = record.stopMs ?? startMs;
  return {
    executionArn: arn,
    stateMachineArn,
    name,
    startDate: seconds(startMs),
    stopDate: seconds(stopMs),
    status,
    ...(error === undefined ? {} : { error }),
    ...(cause === undefined ? {} : { cause }),
    input,
    inputDetails: { included: true },
    ...(output === undefined ? {} : { output }),
    outputDetails: { included: true },
    billingDetails: {
      billedMemoryUsedInMB: 64,
      billedDurationInMilliseconds: Math.max(100, Math.ceil((stopMs - startMs) / 100) * 100),
    },
  };
}
