import type { State } from "../definition/asl.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../expression/json-value.ts";
import { schemaProblem } from "../test-state/mock-schema.ts";
import type { MapMock, Mock } from "../test-state/mocked-behaviour.ts";
import { contextProblem, waitsForToken } from "../test-state/tested-context.ts";
import { ApiError } from "./api-error.ts";
import { checkedEnum, members, optionalCount, optionalFlag, optionalText, type Request } from "./request.ts";

/** Everything of a TestState request that stands in for the world around the state. */
export interface MockRequest {
  /** Instead of the state's own work; undefined when it is to be done. */
  readonly stands: Mock | undefined;
  readonly context: JsonObject | undefined;
  readonly retried: number;
  readonly map: MapMock;
}

const refuse = (message: string) => new ApiError("ValidationException", message);

const MOCKED: readonly string[] = ["Task", "Map", "Parallel"];

const MODES = ["PRESENT", "STRICT", "NONE"] as const;

/** @throws ApiError when a mocked result is not what the task's API would answer. */
export async function checkMockedAnswer(
  request: Request,
  state: State,
  mock: Mock | undefined,
): Promise<void> {
  const given = members(request, "mock") ?? {};
  const mode = checkedEnum(given, "fieldValidationMode", MODES, "mock.fieldValidationMode") ?? "STRICT";
  if (mock?.kind !== "result" || state.Type !== "Task" || mode === "NONE") return;
  const result = json(mock.json, "the mocked result");
  const problem = await schemaProblem(state.Resource, result, mode);
  if (problem !== undefined) throw refuse(`Mock result schema validation error: ${problem}`);
}

/** @throws ApiError for a mock that the state cannot have, or that it needs and does not get. */
export function mockOf(request: Request, state: State): MockRequest {
  const stands = mockIn(request);
  if (stands === undefined) checkUnmocked(request, state);
  else checkMocked(request, state, stands);
  const configuration = members(request, "stateConfiguration") ?? {};
  const count = (member: string) => optionalCount(configuration, member, `stateConfiguration.${member}`);
  const failedIterations = count("mapIterationFailureCount");
  const read = optionalText(configuration, "mapItemReaderData");
  return {
    stands,
    context: contextIn(request, state),
    retried: count("retrierRetryCount") ?? 0,
    map: {
      ...(failedIterations === undefined ? {} : { failedIterations }),
      ...(read === undefined ? {} : { readItems: json(read, "mapItemReaderData") }),
    },
  };
}

function mockIn(request: Request): Mock | undefined {
  const mock = members(request, "mock") ?? {};
  const result = optionalText(mock, "result");
  const failing = mock.errorOutput !== undefined && mock.errorOutput !== null;
  if (result !== undefined && failing) {
    throw refuse("A test mock should have only one of the following fields: [result, errorOutput].");
  }
  if (result !== undefined) return { kind: "result", json: result };
  if (!failing) return undefined;
  const output = members(mock, "errorOutput") ?? {};
  const error = optionalText(output, "error");
  const cause = optionalText(output, "cause");
  return {
    kind: "error",
    ...(error === undefined ? {} : { error }),
    ...(cause === undefined ? {} : { cause }),
  };
}

function checkUnmocked(request: Request, state: State): void {
  const supported = "Supported state types include: [Task, Wait, Pass, Succeed, Fail, Choice]";
  if (state.Type === "Map" || state.Type === "Parallel") {
    throw new ApiError(
      "InvalidDefinition",
      `TestState API does not support Map or Parallel states. ${supported}`,
    );
  }
  if (waitsForToken(state)) {
    const what = "activities or the '.sync' and '.waitForTaskToken' service integration patterns";
    throw new ApiError("InvalidDefinition", `TestState API does not support ${what} without a mock.`);
  }
  if (state.Type === "Task" && optionalText(request, "roleArn") === undefined) {
    throw refuse("RoleArn must be specified when testing a Task state");
  }
  if (optionalText(request, "context") !== undefined) {
    throw refuse("A Context object can only be provided when a mock is specified.");
  }
}

function checkMocked(request: Request, state: State, mock: Mock): void {
  if (optionalFlag(request, "revealSecrets", false)) {
    throw refuse("TestState does not support RevealSecrets when a mock is specified.");
  }
  if (!MOCKED.includes(state.Type)) {
    throw refuse(`State type '${state.Type}' is not supported when a mock is specified`);
  }
  if (mock.kind === "error") return;
  const problem = mockProblem(state, json(mock.json, "the mocked result"));
  if (problem !== undefined) throw refuse(problem);
}

function contextIn(request: Request, state: State): JsonObject | undefined {
  const text = optionalText(request, "context");
  if (text === undefined) return undefined;
  const context = json(text, "the Context object");
  const problem = contextProblem(context, state);
  if (problem === undefined && isJsonObject(context)) return context;
  throw refuse(`Invalid Context object provided: ${problem}`);
}

export function json(text: string, what: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(`Invalid JSON in ${what}`);
  }
}

/** Whether a mocked result has the shape of what it stands for; says what is wrong in the service's words. */
function mockProblem(state: State, result: JsonValue): string | undefined {
  if (state.Type === "Parallel") {
    if (!Array.isArray(result)) return "Mocked result must be an array.";
    if (result.length === state.Branches.length) return undefined;
    return "Mocked result must contain the same number of items as number of Parallel branches.";
  }
  if (state.Type !== "Map") return undefined;
  const exports = state.ResultWriter?.Resource !== undefined;
  if (exports) return isJsonObject(result) ? undefined : "Mocked result must be a JSON object.";
  return Array.isArray(result) ? undefined : "Mocked result must be an array.";
}
