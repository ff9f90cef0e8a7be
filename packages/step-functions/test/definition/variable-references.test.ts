import { describe, expect, it } from "vitest";
import { variableReferences } from "../../src/definition/variable-references.ts";

const machine = (States: object) => JSON.stringify({ QueryLanguage: "JSONata", StartAt: "Set", States });
const set = { Type: "Pass", Assign: { total: 1, name: "x", rate: 2 }, Next: "Use" };

describe("which state reads which variables", () => {
  it("lists them by name, of every level, and leaves out functions, own bindings and texts", () => {
    const inner = { Type: "Pass", Output: "{% $rate * $states.input %}", End: true };
    const references = variableReferences(
      machine({
        Set: set,
        Use: {
          Type: "Map",
          Items: "{% ($n := 3; $map([1..$n], function($name) { $name + $total })) %}",
          ItemProcessor: { StartAt: "Inner", States: { Inner: inner } },
          Output: { a: ["{% $uppercase($rate) %}", "$name"] },
          End: true,
        },
      }),
    );
    expect(references).toEqual({ Use: ["rate", "total"], Inner: ["rate"] });
  });

  it("is absent where no state reads any", () => {
    expect(variableReferences(machine({ Set: set, Use: { Type: "Succeed" } }))).toBeUndefined();
  });
});
