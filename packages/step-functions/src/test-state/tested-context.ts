import type { State } from "../definition/asl.ts";
import type { World } from "../engine/world.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../expression/json-value.ts";

type Kind = "string" | "number" | "any";

const FIELDS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  Execution: {
    Id: "string",
    Input: "any",
    Name: "string",
    RoleArn: "string",
    StartTime: "string",
    RedriveCount: "number",
    RedriveTime: "string",
  },
  State: { EnteredTime: "string", Name: "string", RetryCount: "number" },
  StateMachine: { Id: "string", Name: "string" },
  Task: { Token: "string" },
};

/** What is wrong with a mocked context object, in the service's words; undefined when nothing is. */
export function contextProblem(context: JsonValue, state: State): string | undefined {
  if (!isJsonObject(context)) return "Context object must be a JSON object";
  for (const [part, members] of Object.entries(context)) {
    if (part === "Map") return "'Map' field is not supported when mocking a Context object";
    const fields = Object.hasOwn(FIELDS, part) ? FIELDS[part] : undefined;
    if (fields === undefined) return `Field '${part}' is not allowed`;
    if (part === "Task" && !waitsForToken(state)) {
      return "Context object contains 'Task' when state is not a Task state with a '.sync' or '.waitForTaskToken' service integration pattern";
    }
    if (!isJsonObject(members)) return `${part} must be an object`;
    const problem = memberProblem(part, members, fields);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function memberProblem(
  part: string,
  members: JsonObject,
  fields: Readonly<Record<string, Kind>>,
): string | undefined {
  for (const [name, value] of Object.entries(members)) {
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (kind === undefined) return `Field '${name}' is not allowed`;
    if (kind !== "any" && typeof value !== kind) return `${part}.${name} must be a ${kind}`;
  }
  return undefined;
}

/** Only these tasks have a token, and only with a mock can they be tested. */
export function waitsForToken(state: State): boolean {
  return state.Type === "Task" && /(\.sync(:2)?|\.waitForTaskToken|:activity:[^:]+)$/.test(state.Resource);
}

/** What a state sees that is tested without a context of the caller's: an Express execution of it alone. */
export function madeUpContext(
  world: World,
  state: { readonly name: string; readonly type: State["Type"] },
  request: { readonly input: JsonValue; readonly roleArn: string | undefined; readonly retried: number },
): JsonObject {
  const [machine, execution] = [world.uuid(), world.uuid()];
  const arn = (kind: string) => `arn:aws:states:${world.region}:${world.accountId}:${kind}:${machine}`;
  const now = new Date(world.clock.now()).toISOString();
  const retries = ["Task", "Map", "Parallel"].includes(state.type) ? { RetryCount: request.retried } : {};
  return {
    Execution: {
      Id: `${arn("express")}:${execution}`,
      Input: request.input,
      Name: execution,
      ...(request.roleArn === undefined ? {} : { RoleArn: request.roleArn }),
      StartTime: now,
    },
    StateMachine: { Id: arn("stateMachine"), Name: machine },
    State: { Name: state.name, EnteredTime: now, ...retries },
  };
}
