import type { Step } from "../../contracts/step/step.ts";

/** The proposals of the chain's agents and the outcome, one line each; empty without a chain. */
export function chainWords({
  rule,
  proposals = [],
  overriddenBy,
  vetoedBy,
}: NonNullable<Step["chain"]>): string[] {
  if (rule === undefined || proposals.every(({ kind }) => kind === "choice" || kind === "agrees")) return [];
  const lines = proposals.map(
    ({ by, kind, says }) => `${by}: ${says === "" ? kind : `${words[kind]}${says}`}`,
  );
  const end =
    vetoedBy === undefined ? (overriddenBy ?? "the choice stands") : `nothing is done (${vetoedBy})`;
  return [...lines, `${rule}: ${end}`];
}

const words = { choice: "", agrees: "", override: "rather ", veto: "veto, " } as const;
