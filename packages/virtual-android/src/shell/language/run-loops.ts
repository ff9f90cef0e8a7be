import type { For, While } from "unbash";
import type { ShellState, ShellStreams } from "../shell-session.ts";
import { LoopControl } from "./control-flow.ts";
import { expandWords } from "./expand-words.ts";
import type { ExpansionContext } from "./expansion-context.ts";
import type { Runner } from "./runner.ts";

interface LoopPlace {
  readonly runner: Runner;
  readonly state: ShellState;
  readonly streams: ShellStreams;
  readonly expansion: ExpansionContext;
}

/** `for`, `while` and `until`. */
export async function runLoop(node: For | While, place: LoopPlace): Promise<number> {
  const { state } = place;
  state.loopDepth += 1;
  try {
    return node.type === "For" ? await runFor(node, place) : await runWhile(node, place);
  } finally {
    state.loopDepth -= 1;
  }
}

async function runFor({ name, wordlist, body }: For, place: LoopPlace): Promise<number> {
  const { state, expansion } = place;
  const values = wordlist === undefined ? state.arguments : await expandWords(wordlist, expansion);
  let status = 0;
  for (const value of values) {
    state.variables.set(name.value, value);
    if (await leavesLoop(body, place)) return 0;
    status = state.lastStatus;
  }
  return status;
}

async function runWhile({ kind, clause, body }: While, place: LoopPlace): Promise<number> {
  const { runner, state, streams } = place;
  let status = 0;
  while ((await goesOn(() => runner.condition(clause, state, streams))) === (kind === "while")) {
    if (await leavesLoop(body, place)) return 0;
    status = state.lastStatus;
  }
  return status;

  /** A `break` in the condition ends the loop as well. */
  async function goesOn(condition: () => Promise<boolean>): Promise<boolean> {
    let result = kind === "until";
    const left = await caught(async () => {
      result = await condition();
    });
    return left ? kind === "until" : result;
  }
}

/** Runs a loop's body once; true when a `break` in it ended the loop. */
function leavesLoop(body: For["body"], { runner, state, streams }: LoopPlace): Promise<boolean> {
  return caught(async () => {
    state.lastStatus = await runner.list(body, state, streams);
  });
}

async function caught(run: () => Promise<void>): Promise<boolean> {
  try {
    await run();
    return false;
  } catch (error) {
    if (!(error instanceof LoopControl)) throw error;
    if (error.levels > 1) throw new LoopControl(error.leaves, error.levels - 1);
    return error.leaves;
  }
}
