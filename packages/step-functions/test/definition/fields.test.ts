import { describe, expect, it } from "vitest";
import { parseDefinition } from "../../src/definition/parse-definition.ts";
import { choice, done, level, machineWith, map, pass, task } from "./machine-with.ts";
import { expectRefusal, findingsOf, type Refusal } from "./refusals.ts";

const unsupported = (field: string) => `SCHEMA /States/S: Field '${field}' is not supported`;
const wait = (fields: Record<string, string | number>) => machineWith({ Type: "Wait", End: true, ...fields });

const refusals: readonly Refusal[] = [
  ["an empty object", {}, "SCHEMA /: These fields are required: [States, StartAt]"],
  [
    "a missing StartAt",
    { QueryLanguage: "JSONata", States: { S: pass() } },
    "SCHEMA /: These fields are required: [StartAt]",
  ],
  [
    "an unknown top-level field",
    { ...machineWith(pass()), Stats: 1 },
    "SCHEMA /: Field 'Stats' is not supported",
  ],
  [
    "a workflow timeout of zero",
    { ...machineWith(pass()), TimeoutSeconds: 0 },
    "SCHEMA /TimeoutSeconds: Value should be between 1 and 99999999",
  ],
  [
    "another version",
    { ...machineWith(pass()), Version: "2.0" },
    "SCHEMA /Version: Value should be one of the following: [1.0]",
  ],
  ["an unknown field of a state", machineWith(pass({ Nxet: "A" })), unsupported("Nxet")],
  ["TimeoutSeconds on a Map", machineWith(map({ TimeoutSeconds: 5 })), unsupported("TimeoutSeconds")],
  ["Catch on a Pass", machineWith(pass({ Catch: [] })), unsupported("Catch")],
  ["Assign on a Succeed", machineWith({ Type: "Succeed", Assign: { a: 1 } }), unsupported("Assign")],
  ["Output on a Fail", machineWith({ Type: "Fail", Output: 1 }), unsupported("Output")],
  [
    "Credentials without a role",
    machineWith(task({ Credentials: { Role: "r" } })),
    "SCHEMA /States/S/Credentials: These fields are required: [RoleArn]",
    "SCHEMA /States/S/Credentials: Field 'Role' is not supported",
  ],
  [
    "a state that is a list",
    machineWith(pass({ End: true }), { L: [] as never }),
    "SCHEMA /States/L: Expected value of type [OBJECT]",
    'MISSING_TRANSITION_TARGET /States/L: State "L" is not reachable.',
  ],
  [
    "a Comment that is no text",
    machineWith(pass({ Comment: 1 })),
    "SCHEMA /States/S/Comment: Expected value of type [STRING]",
  ],
  [
    "a numeric Error",
    machineWith({ Type: "Fail", Error: 7 }),
    "SCHEMA /States/S/Error: Expected value of type [STRING]",
  ],
  [
    "TimeoutSeconds as plain text",
    machineWith(task({ TimeoutSeconds: "5" })),
    "SCHEMA /States/S/TimeoutSeconds: Expected value of type [INTEGER]",
  ],
  [
    "a heartbeat that is not shorter than the timeout",
    machineWith(task({ TimeoutSeconds: 10, HeartbeatSeconds: 10 })),
    "SCHEMA /States/S/HeartbeatSeconds: HeartbeatSeconds should be smaller than TimeoutSeconds",
  ],
  [
    "a Wait for nothing",
    wait({}),
    "SCHEMA /States/S: Exactly one of these fields is required: [Seconds, Timestamp]",
  ],
  [
    "a Wait for two things",
    wait({ Seconds: 1, Timestamp: "2026-01-01T00:00:00Z" }),
    "SCHEMA /States/S: Exactly one of these fields is required: [Seconds, Timestamp]",
  ],
  [
    "a negative Wait",
    wait({ Seconds: -1 }),
    "SCHEMA /States/S/Seconds: Value should be between 0 and 99999999",
  ],
  [
    "a Wait until a day that does not exist",
    wait({ Timestamp: "2026-02-30T00:00:00Z" }),
    "SCHEMA /States/S/Timestamp: String does not match RFC3339 timestamp",
  ],
  [
    "a Choice without rules",
    machineWith({ Type: "Choice", Choices: [], Default: "Done" }, done),
    "SCHEMA /States/S/Choices: Choices should have at least one rule",
  ],
  [
    "a condition that is plain text",
    machineWith(choice({ Condition: "true" }), done),
    "SCHEMA /States/S/Choices[0]/Condition: Expected value of type [BOOLEAN] or a JSONata expression",
  ],
  [
    "a rule of JSONPath's kind",
    machineWith({ Type: "Choice", Choices: [{ Variable: "$.a", IsNull: true, Next: "Done" }] }, done),
    "SCHEMA /States/S/Choices[0]: These fields are required: [Condition]",
    "SCHEMA /States/S/Choices[0]: Field 'Variable' is not supported",
    "SCHEMA /States/S/Choices[0]: Field 'IsNull' is not supported",
  ],
  [
    "a state without a type",
    machineWith(pass(), { X: { End: true } }),
    "SCHEMA /States/X: These fields are required: [Type]",
    'MISSING_TRANSITION_TARGET /States/X: State "X" is not reachable.',
  ],
  [
    "an unknown type",
    machineWith(pass({ Type: "Loop" })),
    "SCHEMA /States/S/Type: Value should be one of the following: [Pass, Task, Choice, Wait, Succeed, Fail, Parallel, Map]",
  ],
  [
    "a Task without a Resource",
    machineWith({ Type: "Task", End: true }),
    "SCHEMA /States/S: These fields are required: [Resource]",
  ],
];

describe("fields of a definition: it is refused for", () => {
  for (const refusal of refusals) it(refusal[0], () => expectRefusal(refusal));
});

const jsonPathOnly = (field: string) =>
  `SCHEMA /States/S: The QueryLanguage is set to 'JSONata', but field '${field}' is only supported for the 'JSONPath' QueryLanguage`;

const languages: readonly Refusal[] = [
  ["Parameters", machineWith(task({ Parameters: {} })), jsonPathOnly("Parameters")],
  ["ResultPath", machineWith(pass({ ResultPath: "$.a" })), jsonPathOnly("ResultPath")],
  ["Result", machineWith(pass({ Result: 1 })), jsonPathOnly("Result")],
  ["ItemsPath", machineWith(map({ ItemsPath: "$.a" })), jsonPathOnly("ItemsPath")],
  [
    "TimeoutSecondsPath",
    machineWith(task({ TimeoutSecondsPath: "$.t" })),
    jsonPathOnly("TimeoutSecondsPath"),
  ],
  [
    "a state that goes back to JSONPath",
    machineWith(pass({ QueryLanguage: "JSONPath", Output: 1 })),
    "SCHEMA /States/S: 'QueryLanguage' can not be 'JSONPath' if set to 'JSONata' for whole state machine",
  ],
  [
    "a language in the wrong case",
    machineWith(pass({ QueryLanguage: "jsonata" })),
    "SCHEMA /States/S/QueryLanguage: Value should be one of the following: [JSONPath, JSONata]",
  ],
  [
    "a language on a processor, which is no state",
    machineWith(map({ ItemProcessor: { ...level(), QueryLanguage: "JSONata" } })),
    "SCHEMA /States/S/ItemProcessor: Field 'QueryLanguage' is not supported",
  ],
  [
    "a JSONPath machine",
    { QueryLanguage: "JSONPath", StartAt: "S", States: { S: pass() } },
    "SCHEMA /QueryLanguage: QueryLanguage must be 'JSONata'; this engine does not run JSONPath yet: set QueryLanguage to 'JSONata' on the state machine",
  ],
  [
    "a machine that names no language, which is JSONPath",
    { StartAt: "S", States: { S: pass() } },
    "SCHEMA /: QueryLanguage must be 'JSONata' but is missing, which means 'JSONPath'; this engine does not run JSONPath yet: set QueryLanguage to 'JSONata' on the state machine",
  ],
  [
    "a JSONPath state beside JSONata ones that uses a path",
    {
      StartAt: "S",
      States: { S: { Type: "Pass", InputPath: "$.a", Next: "T" }, T: pass({ QueryLanguage: "JSONata" }) },
    },
    "SCHEMA /States/S: State is written in JSONPath; this engine does not run JSONPath yet: set QueryLanguage to 'JSONata' on the state machine or on this state, and write field 'InputPath' at /States/S as expressions on $states.input",
  ],
  [
    "a JSONPath machine, with the first field to rewrite, however deep",
    {
      StartAt: "S",
      States: {
        S: {
          Type: "Parallel",
          Branches: [{ StartAt: "T", States: { T: task({ Parameters: {} }) } }],
          End: true,
        },
      },
    },
    "SCHEMA /: QueryLanguage must be 'JSONata' but is missing, which means 'JSONPath'; this engine does not run JSONPath yet: set QueryLanguage to 'JSONata' on the state machine, and write field 'Parameters' at /States/S/Branches[0]/States/T as 'Arguments'",
  ],
  [
    "a JSONPath machine that compares a variable",
    {
      QueryLanguage: "JSONPath",
      StartAt: "S",
      States: {
        S: { Type: "Choice", Choices: [{ Variable: "$.a", IsNull: true, Next: "T" }] },
        T: { Type: "Succeed" },
      },
    },
    "SCHEMA /QueryLanguage: QueryLanguage must be 'JSONata'; this engine does not run JSONPath yet: set QueryLanguage to 'JSONata' on the state machine, and write field 'Variable' at /States/S/Choices[0] as 'Condition'",
  ],
];

describe("query languages: a definition is refused for", () => {
  for (const refusal of languages) it(refusal[0], () => expectRefusal(refusal));
});

describe("definitions that are taken", () => {
  it("takes states without paths beside states that opt in to JSONata", () => {
    const machine = {
      StartAt: "S",
      States: {
        S: { Type: "Pass", Assign: { a: 1 }, Next: "T" },
        T: pass({ QueryLanguage: "JSONata", Output: "{% $a %}" }),
      },
    };
    expect(findingsOf(machine)).toEqual([]);
  });

  it("takes comments anywhere and expressions where numbers stand", () => {
    const machine = {
      Comment: "c",
      TimeoutSeconds: 60,
      Version: "1.0",
      ...machineWith(task({ Comment: "c", TimeoutSeconds: "{% $states.input.t %}", HeartbeatSeconds: 5 })),
    };
    expect(findingsOf(machine)).toEqual([]);
  });
});

describe("texts that are no definition", () => {
  it("answers an empty text, a list and a null as the service does", () => {
    for (const text of ["", "  ", "[]", "null", '"x"']) {
      expect(parseDefinition(text)).toEqual({
        ok: false,
        diagnostics: [
          {
            severity: "ERROR",
            code: "SCHEMA_VALIDATION_FAILED",
            message: "Definition must be a valid JSON object",
          },
        ],
      });
    }
  });

  it("says where broken JSON breaks", () => {
    const parsed = parseDefinition('{"StartAt": }');
    expect(parsed.ok ? "" : parsed.diagnostics[0]).toMatchObject({
      code: "INVALID_JSON_DESCRIPTION",
      message: expect.stringContaining("Unexpected character ('}' (code 125))"),
    });
  });

  it("refuses a name that stands twice, which JSON would let the last one win", () => {
    const state = '{"Type": "Succeed"}';
    const twice = `{"QueryLanguage": "JSONata", "StartAt": "A", "States": {"A": ${state}, "\\u0041": ${state}}}`;
    expect(parseDefinition(twice)).toMatchObject({
      ok: false,
      diagnostics: [{ code: "DUPLICATE_STATE_NAME", location: "/States/A" }],
    });
    const branches = `[{"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true, "End": true}}}]`;
    const nested = `{"Type": "Parallel", "Branches": ${branches}, "End": true}`;
    expect(
      parseDefinition(`{"QueryLanguage": "JSONata", "StartAt": "P", "States": {"P": ${nested}}}`),
    ).toMatchObject({
      ok: false,
      diagnostics: [
        {
          code: "INVALID_JSON_DESCRIPTION",
          message: "Duplicate field 'End'",
          location: "/States/P/Branches[0]/States/A",
        },
      ],
    });
  });

  it("refuses a definition nested beyond any use instead of overflowing", () => {
    const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    const text = JSON.stringify(machineWith(pass({ Output: "@" }))).replace('"@"', deep);
    expect(parseDefinition(text)).toMatchObject({ ok: false, diagnostics: [{ severity: "ERROR" }] });
  });
});
