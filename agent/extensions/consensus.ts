import type { ChainProposal, Consensus } from "#shared/contracts/step/consensus.ts";
import type { StepAction } from "#shared/contracts/step/step.ts";
import { canonicalJson } from "#shared/rules/batch/canonical-json.ts";

/** What an agent after the choice says to it. */
export type Vote = { readonly by: string } & (
  | { readonly kind: "agrees" }
  | { readonly kind: "override"; readonly actions: readonly StepAction[] }
  | { readonly kind: "veto"; readonly reason: string }
);

/** What is done in the end: the choice as it was, another one, or nothing. */
export type Settled = { readonly kind: "chosen" } | Exclude<Vote, { readonly kind: "agrees" }>;

const chosen: Settled = { kind: "chosen" };
const objects = (vote: Vote): vote is Exclude<Vote, { readonly kind: "agrees" }> => vote.kind !== "agrees";

/** Nothing that comes after it can count. */
export const isLastWord = (rule: Consensus, vote: Vote): boolean => rule === "veto" && objects(vote);

const rules: Readonly<Record<Consensus, (votes: readonly Vote[], choice: readonly StepAction[]) => Settled>> =
  {
    lastOverride: (votes) => votes.findLast(objects) ?? chosen,
    veto: (votes) => votes.find(objects) ?? chosen,
    majority: byMajority,
  };

export const settle = (rule: Consensus, votes: readonly Vote[], choice: readonly StepAction[]): Settled =>
  rules[rule](votes, choice);

/** The same thing done to the device. */
const sameness = (actions: readonly StepAction[]): string =>
  canonicalJson(actions.map(({ action, deviceAction }) => deviceAction ?? action));

/** Whoever chose has a vote too, and so has each that agrees. A tie goes to the choice, or to what was proposed first. */
function byMajority(votes: readonly Vote[], choice: readonly StepAction[]): Settled {
  const counts = new Map<string, { votes: number; readonly settled: Settled }>([
    [sameness(choice), { votes: 1, settled: chosen }],
  ]);
  for (const vote of votes) {
    const key = vote.kind === "veto" ? "veto" : sameness(vote.kind === "override" ? vote.actions : choice);
    const counted = counts.get(key);
    if (counted !== undefined) counted.votes += 1;
    else if (objects(vote)) counts.set(key, { votes: 1, settled: vote });
  }
  return [...counts.values()].reduce((best, next) => (next.votes > best.votes ? next : best)).settled;
}

/** Each one's part in it, for the step. */
export const proposalsOf = (
  first: { readonly by: string; readonly actions: readonly StepAction[] },
  votes: readonly Vote[],
  inWords: (actions: readonly StepAction[]) => string,
): ChainProposal[] => [
  { by: first.by.slice(0, 120), kind: "choice", says: inWords(first.actions) },
  ...votes.map((vote): ChainProposal => {
    const { by, kind } = vote;
    if (vote.kind === "override") return { by, kind, says: inWords(vote.actions) };
    return { by, kind, says: vote.kind === "veto" ? vote.reason : "" };
  }),
];
