import type { TestExpression } from "unbash";
import { compareFiles, isTrueOf } from "../commands/toybox/test-command.ts";
import { absolutePath, type ShellState, type ShellSurroundings } from "../shell-session.ts";
import { expandArithmetic, expandPattern, expandSingle } from "./expand-words.ts";
import type { ExpansionContext } from "./expansion-context.ts";
import { patternMatcher } from "./shell-pattern.ts";

export interface ConditionPlace {
  readonly state: ShellState;
  readonly surroundings: ShellSurroundings;
  readonly expansion: ExpansionContext;
}

/** `[[ … ]]`: words are not cut, the right side of `=` is a pattern, numbers are expressions. */
export async function evaluateTest(expression: TestExpression, place: ConditionPlace): Promise<boolean> {
  switch (expression.type) {
    case "TestLogical": {
      const decides = expression.operator === "||";
      for (const operand of expression.operands) {
        if ((await evaluateTest(operand, place)) === decides) return decides;
      }
      return !decides;
    }
    case "TestNot":
      return (await evaluateTest(expression.operand, place)) === (expression.negations.length % 2 === 0);
    case "TestGroup":
      return evaluateTest(expression.expression, place);
    case "TestUnary":
      return isTrueOf(expression.operator, await expandSingle(expression.operand, place.expansion), {
        ...place,
        name: "[[",
      });
    case "TestBinary":
      return compared(expression, place);
  }
}

async function compared(
  { operator, left, right }: TestExpression & { readonly type: "TestBinary" },
  { expansion, state, surroundings }: ConditionPlace,
): Promise<boolean> {
  const value = await expandSingle(left, expansion);
  if (operator === "=" || operator === "==" || operator === "!=")
    return patternMatcher(await expandPattern(right, expansion)).test(value) === (operator !== "!=");
  const other = await expandSingle(right, expansion);
  if (operator === "<") return value < other;
  if (operator === ">") return value > other;
  if (/^-(?:nt|ot|ef)$/.test(operator)) {
    const stat = (path: string) => surroundings.files.find(absolutePath({ state }, path));
    return compareFiles(operator, stat(value), stat(other));
  }
  const [first, second] = [
    await expandArithmetic(value, expansion),
    await expandArithmetic(other, expansion),
  ];
  switch (operator) {
    case "-eq":
      return first === second;
    case "-ne":
      return first !== second;
    case "-lt":
      return first < second;
    case "-le":
      return first <= second;
    case "-gt":
      return first > second;
    default:
      return first >= second;
  }
}
