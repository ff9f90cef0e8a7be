import type { Case, CompoundCommand } from "unbash";
import { copyShellState, type ShellState, type ShellStreams } from "../shell-session.ts";
import { ShellFailure } from "./control-flow.ts";
import { evaluateTest } from "./evaluate-test.ts";
import { expandArithmetic, expandPattern, expandSingle } from "./expand-words.ts";
import type { ExpansionContext } from "./expansion-context.ts";
import { runLoop } from "./run-loops.ts";
import type { Runner } from "./runner.ts";
import { patternMatcher } from "./shell-pattern.ts";

/** `{ }`, `( )`, `if`, `case`, `[[ ]]`, `(( ))` and loops. */
export async function runCompound(
  node: CompoundCommand,
  runner: Runner,
  state: ShellState,
  streams: ShellStreams,
): Promise<number> {
  const expansion = runner.expansion(state, streams);
  switch (node.type) {
    case "BraceGroup":
      return runner.list(node.body, state, streams);
    case "Subshell": {
      const own = copyShellState(state);
      return runner.asShell(own, streams, () => runner.list(node.body, own, { ...streams }));
    }
    case "If":
      for (const { clause, then } of [node, ...node.elif]) {
        if (await runner.condition(clause, state, streams)) return runner.list(then, state, streams);
      }
      return node.else === undefined ? 0 : runner.list(node.else, state, streams);
    case "Case": {
      const chosen = await chosenItem(node, expansion);
      return chosen === null || chosen.commands.length === 0 ? 0 : runner.list(chosen, state, streams);
    }
    case "TestCommand":
      return (await evaluateTest(node.expression, {
        state,
        surroundings: runner.access().surroundings,
        expansion,
      }))
        ? 0
        : 1;
    case "ArithmeticCommand":
      return (await expandArithmetic(node.body, expansion)) === 0 ? 1 : 0;
    case "For":
    case "While":
      return runLoop(node, { runner, state, streams, expansion });
    default:
      throw new ShellFailure(`'${node.type}' is not supported by this virtual phone's shell`);
  }
}

async function chosenItem(
  { word, items }: Case,
  expansion: ExpansionContext,
): Promise<Case["items"][number]["body"] | null> {
  const value = await expandSingle(word, expansion);
  for (const { pattern, body } of items) {
    for (const one of pattern) {
      if (patternMatcher(await expandPattern(one, expansion)).test(value)) return body;
    }
  }
  return null;
}
