import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { catalogue, type ErrorCode } from "#shared/errors/catalogue.ts";

const folder = path.resolve(import.meta.dirname, "../../state-machines");
const files = readdirSync(folder).filter((name) => name.endsWith(".asl.json"));

function errorNames(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "ErrorEquals" ? (inner as string[]) : errorNames(inner),
  );
}

describe("the errors that state machines match on", () => {
  it.each(files)("in %s are the services' own or in the catalogue", (file) => {
    const names = errorNames(JSON.parse(readFileSync(path.join(folder, file), "utf8")));
    expect(names.length).toBeGreaterThan(0);
    expect(
      names.filter(
        (name) =>
          !/^(?:States|Lambda|Runtime|Sandbox|SQS|StepFunctions)\./.test(name) && !(name in catalogue),
      ),
    ).toEqual([]);
  });
});

type States = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Nested {
  readonly States: States;
}

const nestedIn = ({ Branches = [], ItemProcessor }: Readonly<Record<string, unknown>>): readonly Nested[] => [
  ...(Branches as readonly Nested[]),
  ...(ItemProcessor === undefined ? [] : [ItemProcessor as Nested]),
];

/** Those of branches and children too. */
const allStates = (states: States): readonly [string, States[string]][] =>
  Object.entries(states).flatMap(([name, state]) => [
    [name, state] as [string, States[string]],
    ...nestedIn(state).flatMap((nested) => allStates(nested.States)),
  ]);

const statesOf = (file: string): States => JSON.parse(readFileSync(path.join(folder, file), "utf8")).States;

describe("every Task in the state machines", () => {
  it("that calls a Lambda tries it again for the same errors, but for a tool's call, which may have had its effect", () => {
    const retried = files.flatMap((file) =>
      allStates(statesOf(file)).flatMap(([name, { Retry = [] }]) =>
        (Retry as readonly { readonly ErrorEquals: readonly string[] }[])
          .map(({ ErrorEquals }) => ErrorEquals)
          .filter((errors) => name !== "CallTool" && errors.some((error) => error.startsWith("Lambda.")))
          .map((errors) => errors.join(" ")),
      ),
    );
    expect(retried.length).toBeGreaterThan(20);
    expect([...new Set(retried)]).toHaveLength(1);
  });

  it("that sends a host a command tries it again only after errors that leave the job its device", () => {
    const retried = files.flatMap((file) =>
      allStates(statesOf(file)).flatMap(([, { Retry = [] }]) => errorNames(Retry)),
    );
    const lost = retried.filter((name) => name in catalogue && catalogue[name as ErrorCode].lease !== "kept");
    expect(lost).toEqual([]);
  });

  it.each(files)("of %s has a time limit and a catch; callbacks a heartbeat; retries jitter", (file) => {
    for (const [name, state] of allStates(statesOf(file))) {
      if (state.Type !== "Task") continue;
      expect(state, name).toMatchObject({
        TimeoutSeconds: expect.anything(),
        Catch: expect.anything(),
        Retry: expect.anything(),
      });
      if (String(state.Resource).endsWith(".waitForTaskToken"))
        expect(state, name).toHaveProperty("HeartbeatSeconds");
      for (const retrier of state.Retry as object[])
        expect(retrier, name).toHaveProperty("JitterStrategy", "FULL");
    }
  });
});
