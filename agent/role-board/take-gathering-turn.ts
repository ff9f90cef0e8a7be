import { type GatheringTurn, mostInLine } from "#shared/contracts/agent/gathering-turn.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";

type Turn = Pick<GatheringTurn, "holder" | "line">;

/** Who has not asked for so long has gone away: a cancelled job says nothing. Far above the longest pause between two looks. */
const forgottenMilliseconds = 120_000;

interface Asked {
  readonly turn: Turn;
  readonly mine: boolean;
}

/**
 * Gives the turn to the job when nobody has it and nobody who waits came before; else the job has its place in line. The holder that
 * asks again has it still.
 */
export function takeGatheringTurn(
  { holder, line }: Turn,
  jobId: JobId,
  now: Date,
  holdSeconds: number,
): Asked {
  const at = now.toISOString();
  if (holder?.jobId === jobId && holder.until > at) return { turn: { holder, line }, mine: true };
  const present = line.filter(({ seenAt }) => now.getTime() - Date.parse(seenAt) < forgottenMilliseconds);
  const isFree = holder === undefined || holder.until <= at;
  const first = present[0];
  if (isFree && (first === undefined || first.jobId === jobId)) {
    const until = new Date(now.getTime() + holdSeconds * 1_000).toISOString();
    return {
      turn: { holder: { jobId, until }, line: present.filter((one) => one.jobId !== jobId) },
      mine: true,
    };
  }
  const inLine = present.some((one) => one.jobId === jobId)
    ? present.map((one) => (one.jobId === jobId ? { ...one, seenAt: at } : one))
    : [...present, { jobId, since: at, seenAt: at }].slice(0, mostInLine);
  return { turn: { ...(holder === undefined ? {} : { holder }), line: inLine }, mine: false };
}

/** The turn without the job, or null when the job has no part in it: whoever holds it by now keeps it. */
export function leaveGatheringTurn({ holder, line }: Turn, jobId: JobId): Turn | null {
  const rest = line.filter((one) => one.jobId !== jobId);
  if (holder?.jobId === jobId) return { line: rest };
  if (rest.length === line.length) return null;
  return { ...(holder === undefined ? {} : { holder }), line: rest };
}
