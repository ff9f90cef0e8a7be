import { describe, it } from "vitest";
import { choice, done, level, machineWith, map, pass, task } from "./machine-with.ts";
import { expectRefusal, type Refusal } from "./refusals.ts";

const parallel = { Type: "Parallel", Branches: [level("A"), level("B")], End: true };

const refusals: readonly Refusal[] = [
  [
    "a Next to a missing state, and that nothing else ends the workflow",
    machineWith({ Type: "Pass", Next: "Nope" }),
    "MISSING_TRANSITION_TARGET /States/S/Next: Missing 'Next' target: Nope",
    "MISSING_END_STATE -: Workflow has no terminal state",
  ],
  [
    "a state that nothing leads to",
    machineWith(pass(), { Lost: pass() }),
    'MISSING_TRANSITION_TARGET /States/Lost: State "Lost" is not reachable.',
  ],
  [
    "two states that only lead to each other",
    machineWith(pass(), { A: { Type: "Pass", Next: "B" }, B: { Type: "Pass", Next: "A" } }),
    'MISSING_TRANSITION_TARGET /States/A: State "A" is not reachable.',
    'MISSING_TRANSITION_TARGET /States/B: State "B" is not reachable.',
  ],
  [
    "a loop without a terminal state, without naming the unreachable one beside it",
    machineWith({ Type: "Pass", Next: "S" }, { Lost: { Type: "Pass", Next: "S" } }),
    "MISSING_END_STATE -: Workflow has no terminal state",
  ],
  [
    "a StartAt that names no state",
    { QueryLanguage: "JSONata", StartAt: "X", States: { S: pass() } },
    "MISSING_TRANSITION_TARGET /StartAt: Missing 'Next' target: X",
    'MISSING_TRANSITION_TARGET /States/S: State "S" is not reachable.',
  ],
  [
    "a Choice rule that goes nowhere",
    machineWith(choice({ Next: "X" }), done),
    "MISSING_TRANSITION_TARGET /States/S/Choices[0]/Next: Missing 'Next' target: X",
  ],
  [
    "a Default that goes nowhere",
    machineWith({ ...choice(), Default: "X" }, done),
    "MISSING_TRANSITION_TARGET /States/S/Default: Missing 'Next' target: X",
  ],
  [
    "a Catch that goes nowhere",
    machineWith(task({ Catch: [{ ErrorEquals: ["States.ALL"], Next: "X" }] })),
    "MISSING_TRANSITION_TARGET /States/S/Catch[0]/Next: Missing 'Next' target: X",
  ],
  [
    "a step out of a branch to a state beside the Parallel",
    machineWith({ ...parallel, Branches: [level("A", { Type: "Pass", Next: "Done" })], End: true }),
    "MISSING_TRANSITION_TARGET /States/S/Branches[0]/States/A/Next: Missing 'Next' target: Done",
    "MISSING_END_STATE /States/S/Branches[0]: Workflow has no terminal state",
  ],
  [
    "a step from outside into a Map's processor",
    machineWith({ Type: "Pass", Next: "Inner" }, { M: map() }),
    "MISSING_TRANSITION_TARGET /States/S/Next: Missing 'Next' target: Inner",
    'MISSING_TRANSITION_TARGET /States/M: State "M" is not reachable.',
  ],
  [
    "a state with neither Next nor End",
    machineWith({ Type: "Pass" }),
    "SCHEMA /States/S: Exactly one of these fields is required: [Next, End]",
    "MISSING_END_STATE -: Workflow has no terminal state",
  ],
  [
    "a state with both Next and End",
    machineWith(pass({ Next: "Done" }), done),
    "SCHEMA /States/S: Only one of these fields can be present: [Next, End]",
  ],
  [
    "End: false",
    machineWith({ Type: "Pass", End: false, Next: "Done" }, done),
    "SCHEMA /States/S/End: Value should be 'true' or the field should be left out",
    "SCHEMA /States/S: Only one of these fields can be present: [Next, End]",
  ],
  [
    "End on a Succeed state",
    machineWith({ Type: "Succeed", End: true }),
    "SCHEMA /States/S: Field 'End' is not supported",
  ],
  [
    "Next on a Fail state",
    machineWith({ Type: "Fail", Next: "Done" }, done),
    "SCHEMA /States/S: Field 'Next' is not supported",
  ],
  [
    "Next on a Choice state",
    machineWith({ ...choice(), Next: "Done" }, done),
    "SCHEMA /States/S: Field 'Next' is not supported",
  ],
  [
    "the same state name in two branches",
    machineWith({ ...parallel, Branches: [level("A"), level("A")] }),
    "DUPLICATE_STATE_NAME /States/S/Branches[1]/States/A: State name 'A' appears more than once",
  ],
  [
    "a nested state named as an outer one",
    machineWith(map({ ItemProcessor: level("S") })),
    "DUPLICATE_STATE_NAME /States/S/ItemProcessor/States/S: State name 'S' appears more than once",
  ],
  [
    "a state name of 81 characters",
    { QueryLanguage: "JSONata", StartAt: "n".repeat(81), States: { ["n".repeat(81)]: pass() } },
    `INVALID_STATE_NAME /States/${"n".repeat(81)}: State name should have at most 80 characters, but has 81`,
  ],
  [
    "a level without states",
    machineWith(map({ ItemProcessor: { StartAt: "A", States: {} } })),
    "SCHEMA /States/S/ItemProcessor/States: States should have at least one state",
  ],
  [
    "a Parallel without branches",
    machineWith({ ...parallel, Branches: [] }),
    "SCHEMA /States/S/Branches: Branches should have at least one branch",
  ],
];

describe("transitions of a definition: it is refused for", () => {
  for (const refusal of refusals) it(refusal[0], () => expectRefusal(refusal));
});
