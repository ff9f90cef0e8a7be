import type { Engine } from "../engine/engine.ts";
import { Payload } from "../execution/payload.ts";
import { isJsonObject, type JsonObject } from "../expression/json-value.ts";
import { enterMocked, MockRefusedError } from "../test-state/mocked-behaviour.ts";
import { runTest, type TestResult } from "../test-state/run-test.ts";
import { madeUpContext } from "../test-state/tested-context.ts";
import { type TestedDefinition, testedDefinition } from "../test-state/tested-definition.ts";
import { TestedState } from "../test-state/tested-state.ts";
import type { Action } from "./action.ts";
import { ApiError } from "./api-error.ts";
import { executionInput } from "./executions/start-execution.ts";
import { checkedEnum, optionalText, type Request, text } from "./request.ts";
import { checkMockedAnswer, json, type MockRequest, mockOf } from "./test-state-mock.ts";

const LEVELS: readonly string[] = ["INFO", "DEBUG", "TRACE"];

type Found = TestedDefinition & { readonly kind: "state" };

/** Runs one state outside of any execution; its task is really called unless a mock stands in for it. */
export const testState: Action = async (engine, request) => {
  const level = inspectionLevel(request);
  const found = foundState(request);
  const mock = mockOf(request, found.state);
  await checkMockedAnswer(request, found.state, mock.stands);
  const input = executionInput(engine, request);
  const run = testedState(engine, request, found, mock, input);
  const alone = { StartAt: found.name, States: { [found.name]: found.state } };
  const state = engine.machines.compile(alone).root.states.get(found.name);
  if (state === undefined) throw new Error(`no state '${found.name}'`);
  const { stands } = mock;
  const enter =
    stands === undefined ? state.behaviour.enter : () => enterMocked(run, found.state, stands, mock.map);
  const result = await runTest(run, state, enter, mock.retried).catch((error: unknown) => {
    if (error instanceof MockRefusedError) throw new ApiError("ValidationException", error.message);
    throw error;
  });
  return answerOf(run, result, level !== "INFO");
};

function inspectionLevel(request: Request): string {
  return checkedEnum(request, "inspectionLevel", LEVELS) ?? "INFO";
}

function foundState(request: Request): Found {
  const name = optionalText(request, "stateName");
  const found = testedDefinition(text(request, "definition"), name);
  if (found.kind === "invalid") throw new ApiError("InvalidDefinition", found.message);
  if (found.kind === "not found") throw new ApiError("ValidationException", "State not found in definition");
  return found;
}

function testedState(
  engine: Engine,
  request: Request,
  { name, state }: Found,
  { context, retried }: MockRequest,
  input: string,
): TestedState {
  const payload = Payload.ofJson(input);
  const roleArn = optionalText(request, "roleArn");
  const told = { input: payload.value, roleArn, retried };
  return new TestedState({
    world: engine,
    stateName: name,
    type: state.Type,
    payload,
    variables: givenVariables(request),
    context: context ?? madeUpContext(engine, { name, type: state.Type }, told),
  });
}

function givenVariables(request: Request): JsonObject {
  const given = optionalText(request, "variables");
  if (given === undefined) return {};
  const value = json(given, "variables");
  if (isJsonObject(value)) return value;
  throw new ApiError("ValidationException", "Variables must be a JSON object");
}

function answerOf(run: TestedState, result: TestResult, inspected: boolean): object {
  const { status, nextState, failure, errorDetails } = result;
  const { error, cause } = failure ?? {};
  const variables =
    Object.keys(run.variables).length === 0 ? {} : { variables: JSON.stringify(run.variables) };
  const inspectionData = {
    input: run.payload.json,
    ...run.inspection,
    ...variables,
    ...(errorDetails === undefined ? {} : { errorDetails }),
  };
  return {
    ...(run.output === undefined ? {} : { output: run.output.json }),
    ...(error === undefined ? {} : { error }),
    ...(cause === undefined ? {} : { cause }),
    ...(inspected ? { inspectionData } : {}),
    ...(nextState === undefined ? {} : { nextState }),
    status,
  };
}
