import { type Peer, peerPackage, stepsOfChain } from "./peer.ts";

interface Context {
  step<T>(name: string, step: () => Promise<T>): Promise<T>;
  waitForCallback(name: string, submit: (id: string) => Promise<void>): Promise<string>;
}

interface Sdk {
  withDurableExecution(handler: (event: unknown, context: Context) => Promise<unknown>): object;
}

interface Testing {
  readonly LocalDurableTestRunner: {
    setupTestEnvironment(options: { readonly skipTime: boolean }): Promise<void>;
    teardownTestEnvironment(): Promise<void>;
    new (options: {
      readonly handlerFunction: object;
    }): {
      run(options: { readonly payload: unknown }): Promise<{ getResult(): unknown }>;
      getOperation(name: string): {
        waitForData(status: string): Promise<unknown>;
        sendCallbackSuccess(result: string): Promise<unknown>;
      };
    };
  };
  readonly WaitingOperationStatus: { readonly SUBMITTED: string };
}

/** AWS's own runner of durable functions on this machine: it keeps executions in memory. */
export async function startDurableFunctions(): Promise<Peer> {
  const { withDurableExecution } = await peerPackage<Sdk>("@aws/durable-execution-sdk-js");
  const { LocalDurableTestRunner, WaitingOperationStatus } = await peerPackage<Testing>(
    "@aws/durable-execution-sdk-js-testing",
  );
  await LocalDurableTestRunner.setupTestEnvironment({ skipTime: false });
  const chain = withDurableExecution(async (_event, context) => {
    let n = 0;
    for (let step = 1; step <= stepsOfChain; step += 1) {
      const before = n;
      n = await context.step(`step ${step}`, async () => before + 1);
    }
    return n;
  });
  const ask = withDurableExecution(async (_event, context) =>
    Number(await context.waitForCallback("ask", async () => undefined)),
  );
  return {
    durability: "none: in memory",
    async chain() {
      const runner = new LocalDurableTestRunner({ handlerFunction: chain });
      return (await runner.run({ payload: {} })).getResult() as number;
    },
    async callback() {
      const runner = new LocalDurableTestRunner({ handlerFunction: ask });
      const end = runner.run({ payload: {} });
      const asked = runner.getOperation("ask");
      await asked.waitForData(WaitingOperationStatus.SUBMITTED);
      await asked.sendCallbackSuccess("1");
      return (await end).getResult() as number;
    },
    close: () => LocalDurableTestRunner.teardownTestEnvironment(),
  };
}
