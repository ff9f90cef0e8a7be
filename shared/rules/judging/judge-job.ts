import type { AgentClaim } from "../../contracts/agent/agent-claim.ts";
import type { Changes } from "../../contracts/judging/changes.ts";
import type { JudgementSummary, KeptJudgement } from "../../contracts/judging/judging.ts";
import type { ValidatorResult } from "../../contracts/judging/validator.ts";
import { defined } from "../../values/defined.ts";
import { checkSentence } from "./check-sentence.ts";
import { compareStates, type StateChange } from "./compare-states.ts";
import { sideEffectsOf } from "./explain-changes.ts";
import { forbiddenChange } from "./failed-check.ts";
import { matchesPattern } from "./matches-pattern.ts";
import { networkDied, wasSwitchedOff } from "./network.ts";
import { sideEffect } from "./side-effect.ts";
import { claimAgainst, progressOf, type Verdict, verdictOf } from "./verdict.ts";

/** Kept on the job's item; all of them are in the two states. */
const mostSideEffects = 50;
const mostBytes = 40_000;

export interface Judging extends Pick<KeptJudgement, "before" | "after" | "network"> {
  readonly results: readonly Pick<ValidatorResult, "validator" | "verdict" | "mismatch">[];
  readonly claim: Pick<AgentClaim, "status"> | undefined;
  readonly changes: Changes;
  /** The job requires a network. */
  readonly needsNetwork?: boolean | undefined;
}

/** What a job comes to by what was read: the same on a host and, later, without a device. */
export function judgeJob(judging: Judging): JudgementSummary & { readonly verdict: Verdict } {
  const { results, claim, changes, before, after, network } = judging;
  const validators = results.map(({ validator }) => validator);
  const compared = before === null || after === null ? null : compareStates(before, after);
  const effects = compared === null ? [] : sideEffectsOf(compared.changes, validators, changes);
  const switchedOff = before === null || after === null ? null : wasSwitchedOff(before, after);
  const decided = decide(
    judging,
    effects,
    networkDied({ ...network, switchedOff, needed: judging.needsNetwork }, validators),
  );
  const told = withinBytes(effects.slice(0, mostSideEffects).map(sideEffect));
  return {
    ...decided,
    ...defined({ progress: progressOf(results) }),
    ...claimAgainst(claim, decided.verdict, results),
    ...(compared === null
      ? { notCompared: ["The device's content before the agent started is not known."] }
      : {
          sideEffects: told,
          sideEffectCount: effects.length,
          notCompared: compared.unread.slice(0, 20).map((sentence) => sentence.slice(0, 300).toWellFormed()),
        }),
  };
}

function decide(
  { results, changes, before, after, network }: Judging,
  effects: readonly StateChange[],
  died: boolean,
): { readonly verdict: Verdict } & Pick<JudgementSummary, "verdictReason" | "failedCheck"> {
  const verdict = verdictOf(results);
  if (died && verdict === "failed") {
    const lost = network.before === "connected" ? "lost its network" : "had no network, which the job needs,";
    const verdictReason = `The device ${lost} while the agent worked, and nobody switched it off: the failed checks may not be the agent's fault.`;
    return { verdict: "inconclusive", verdictReason };
  }
  const { forbid } = changes;
  if (verdict === "failed") {
    const failedCheck = results.find((result) => result.verdict === "failed")?.mismatch;
    return failedCheck === undefined
      ? { verdict }
      : { verdict, failedCheck, verdictReason: checkSentence(failedCheck) };
  }
  if (forbid === "none") return { verdict };
  if (before === null || after === null) {
    return { verdict: "inconclusive", verdictReason: "Whether a forbidden change was made is not known." };
  }
  const forbidden = effects.filter(
    ({ where }) => forbid === "any" || forbid.some((pattern) => matchesPattern(where, pattern)),
  );
  const [first] = forbidden;
  if (first === undefined) return { verdict };
  const examples = forbidden.slice(0, 3).map((effect) => sideEffect(effect).text.slice(0, 200));
  const more = forbidden.length > 3 ? `; and ${forbidden.length - 3} more` : "";
  return {
    verdict: "failed",
    failedCheck: forbiddenChange(first),
    verdictReason: `The job forbids what was changed: ${examples.join("; ")}${more}.`.toWellFormed(),
  };
}

function withinBytes<Item>(items: readonly Item[]): Item[] {
  let left = mostBytes;
  return items.filter((item) => {
    left -= Buffer.byteLength(JSON.stringify(item));
    return left >= 0;
  });
}
