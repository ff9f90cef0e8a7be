import type { FarmSwitch } from "#shared/contracts/farm/farm-switch.ts";
import type { Job, JobOutcome } from "#shared/contracts/job/job.ts";
import type { RoleBoard, RoleStanding } from "#shared/contracts/job/role-board.ts";
import type { FinishRolesInput } from "#shared/contracts/workflow/run-roles.ts";
import { namedFailure, readFailure } from "../runtime/failure.ts";
import { cancelledEnd } from "../turn-state/loop-end.ts";
import type { Ending } from "./outcome.ts";

/** Of several that did not succeed, the first of these decides: no other end of the others could help. */
const gravest: readonly JobOutcome[] = [
  "failed",
  "invalid",
  "refused",
  "over_budget",
  "inconclusive",
  "cancelled",
];

/** How a job with roles ended: it succeeds when each of them has. */
export function rolesEnding(
  job: Job,
  board: RoleBoard | null,
  failure: FinishRolesInput["failure"],
  farm: FarmSwitch | null,
): Ending {
  const cancelled = cancelledEnd(job, farm);
  if (cancelled !== null) return { outcome: "cancelled", reason: cancelled.detail };
  if (failure !== null) return brokenOff(failure);
  if (board === null) return { outcome: "inconclusive", reason: "Its roles were never started." };
  const each = board.roles.map(wordsOf).join(" ");
  const left = board.roles.filter(({ outcome }) => outcome !== "succeeded");
  if (left.length === 0) return because("succeeded", `Each of its ${board.roles.length} roles succeeded.`);
  const { over } = board;
  if (over?.reason === "deadlock") return because("failed", `${over.detail} ${each}`);
  // The one that ended first took the others with it.
  const first = over && left.find(({ role }) => role === over.role);
  return because(first?.outcome ?? gravestOf(left), each);
}

const because = (outcome: JobOutcome, reason: string): Ending => ({
  outcome,
  reason: reason.slice(0, 2_000),
});

const gravestOf = (left: readonly RoleStanding[]): JobOutcome =>
  gravest.find((outcome) => left.some((one) => one.outcome === outcome)) ?? "inconclusive";

const wordsOf = ({ role, outcome, reason = "" }: RoleStanding): string =>
  `${role}: ${outcome ?? "no outcome"}${reason === "" ? "." : `, ${reason.slice(0, 700)}`}`;

function brokenOff(failure: NonNullable<FinishRolesInput["failure"]>): Ending {
  const { name, message } = readFailure(namedFailure(failure));
  if (name === "JobCancelled") return { outcome: "cancelled", reason: message };
  const why =
    name === "GatheringTimeout" ? message : `The state ${failure.state} failed with ${name}. ${message}`;
  return because("inconclusive", why.trim());
}
