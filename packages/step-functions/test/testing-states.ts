import { LambdaClient } from "@aws-sdk/client-lambda";
import { SFNClient, TestStateCommand, type TestStateInput } from "@aws-sdk/client-sfn";
import { startEngine } from "../src/start-engine.ts";
import { ROLE, serviceHandler } from "./engine-under-test.ts";

const CONFIG = {
  region: "us-east-1",
  credentials: { accessKeyId: "a", secretAccessKey: "b" },
  maxAttempts: 1,
};

/** An engine whose functions answer with what they got, and a client that calls it over HTTP. */
export async function startStateTests() {
  const requestHandler = serviceHandler(({ body }) => ({ body: { got: body } })) as never;
  const engine = await startEngine({
    dataDir: null,
    region: "us-east-1",
    accountId: "111111111111",
    clients: { lambda: new LambdaClient({ ...CONFIG, requestHandler }) },
  });
  const client = new SFNClient({ ...CONFIG, endpoint: engine.url, disableHostPrefix: true });
  return {
    client,
    test: (state: object, asked?: Asked) => test(client, state, asked),
    async close() {
      client.destroy();
      await engine.close();
    },
  };
}

export interface Asked
  extends Omit<Partial<TestStateInput>, "definition" | "input" | "context" | "variables"> {
  readonly input?: unknown;
  readonly context?: unknown;
  readonly variables?: unknown;
}

async function test(
  client: SFNClient,
  state: object,
  { input = {}, context, variables, ...more }: Asked = {},
) {
  const definition = JSON.stringify("States" in state ? state : { QueryLanguage: "JSONata", ...state });
  const { $metadata: _, ...answer } = await client.send(
    new TestStateCommand({
      definition,
      roleArn: ROLE,
      input: JSON.stringify(input),
      ...(context === undefined ? {} : { context: JSON.stringify(context) }),
      ...(variables === undefined ? {} : { variables: JSON.stringify(variables) }),
      ...more,
    }),
  );
  return answer;
}

export const result = (value: unknown) => ({ mock: { result: JSON.stringify(value) } });
export const failing = (error: string, cause?: string) => ({
  mock: { errorOutput: { error, ...(cause ? { cause } : {}) } },
});

export const invoke = (more: object = {}) => ({
  Type: "Task",
  Resource: "arn:aws:states:::lambda:invoke",
  Arguments: { FunctionName: "f", Payload: { name: "{% $states.input.name %}" } },
  Output: "{% $states.result.Payload %}",
  Next: "After",
  ...more,
});
