import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import type { RecoveryTurn } from "#shared/contracts/recovery/recovery-turn.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Services } from "../runtime/services.ts";
import type { Acted } from "./acting.ts";
import {
  findRecovery,
  type RecoveryPointer,
  type RecoveryState,
  readRecoveryState,
} from "./read-recovery.ts";

type TurnInput = RecoveryPointer & { readonly turnNumber: number };

/**
 * One turn of a recovery: what it changes and what it answers are one write, so that a function which runs twice for it has
 * answered once (docs/faults.md D9).
 */
export async function onceATurn(
  input: TurnInput,
  runtime: Services,
  handle: (state: RecoveryState) => Promise<Acted>,
): Promise<RecoveryTurn> {
  const state = await readRecoveryState(input, runtime);
  if (state.recovery.turn >= input.turnNumber) return answerOf(state.recovery, input);
  const acted = await handle(state);
  const answer = turnOf(acted, input, state.recovery);
  const { recovery } = acted;
  const { route } = answer;
  runtime.logger.info("a turn of the recovery", {
    recoveryId: input.recoveryId,
    route,
    reason: recovery.reason,
  });
  if (await runtime.repositories.recoveries.save({ ...recovery, turn: input.turnNumber, answer }))
    return answer;
  return answerOf(await findRecovery(input, runtime), input);
}

function answerOf({ turn, answer }: Recovery, { turnNumber }: TurnInput): RecoveryTurn {
  if (turn === turnNumber && answer !== undefined) return answer;
  throw new DroverError("InternalError", `Turn ${turnNumber} of the recovery is long over.`);
}

/** A step of the job that was made is over with its try: what comes next has the number after it. */
function turnOf(acted: Acted, { stepNumber }: TurnInput, before: Recovery): RecoveryTurn {
  if (acted.next === "perform") return { route: "perform", nextStepNumber: stepNumber, ...acted.perform };
  if (acted.next === "report") return { route: "report", nextStepNumber: stepNumber };
  const wasMade = before.progress?.pending !== undefined;
  const after = wasMade ? stepNumber + 1 : stepNumber;
  const { next: route } = acted;
  return { route, nextStepNumber: ("nextStepNumber" in acted ? acted.nextStepNumber : undefined) ?? after };
}
