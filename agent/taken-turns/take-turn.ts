import { createHash } from "node:crypto";
import { turnCallback } from "#shared/contracts/job/callback.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { JobId, TenantId, TurnId } from "#shared/contracts/values/ids.ts";
import {
  mostRefusals,
  type Turn,
  type TurnAnswer,
  type WorkerName,
} from "#shared/contracts/workflow/turn.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { outsideAgent } from "#shared/rules/agent-kind.ts";
import { canonicalJson } from "#shared/rules/batch/canonical-json.ts";
import { deliverCallback, turnAgain } from "../callbacks/deliver-callback.ts";
import { isUnwanted } from "../callbacks/waiting-for.ts";
import { openForUser } from "../people/open-for-user.ts";
import { noSuch } from "../runtime/find-job.ts";
import type { Runtime, Services } from "../runtime/services.ts";
import { awaitChecks } from "../turn/await-checks.ts";
import { completeAgain, recordChosen, routeOf } from "../turn/complete-turn.ts";
import { isMoneyBound } from "../turn-state/agent-failure.ts";
import { outsideStep } from "../turn-state/outside-step.ts";
import { type ReadTurn, readTurn } from "../turn-state/read-turn.ts";
import { takenError } from "./await-turn.ts";

export interface TurnPlace {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly turnId: TurnId;
  readonly worker?: WorkerName | undefined;
}

/**
 * What an outside agent chose becomes the job's step as a model's choice does, and the waiting job continues with it. The
 * answer is written first, by one conditional write: whatever breaks off after it is continued by the same answer sent again, or by
 * the job itself when its wait ends.
 * @throws NotFound, TurnOver, TurnAnswered, TurnTaken, InvalidRequest for actions that cannot be used, StorageUnavailable
 */
export async function takeTurn(
  place: TurnPlace,
  answer: TurnAnswer,
  runtime: Runtime<"api">,
): Promise<{ readonly step: Step; readonly turn: Turn }> {
  const digest = createHash("sha256").update(canonicalJson(answer)).digest("base64url");
  const turn = await openTurnAt(place, digest, runtime);
  const read = await readFor(turn, runtime);
  // What an answer made of it stands; what broke off before that is not made any more.
  if (read.existing === undefined && isUnwanted(read.job, read.farm))
    throw turnOver(turn, "its job is ending");
  if (turn.status === "answered") return { turn, step: await settle(turn, answer, read, runtime) };
  checkPrice(read, answer);
  const chosen = await chosenStep(turn, answer, read, runtime);
  const at = runtime.now().toISOString();
  const answered = await runtime.repositories.turns.answer({ ...turn, answer, digest, at });
  // Somebody else closed it meanwhile: how, the same again says.
  if (answered === null) return takeTurn(place, answer, runtime);
  return { turn: answered, step: await settle(answered, answer, read, runtime, chosen) };
}

/** @throws NotFound, TurnOver, TurnAnswered, TurnTaken */
async function openTurnAt(place: TurnPlace, digest: string, runtime: Runtime<"api">): Promise<Turn> {
  const turn = await findTurn(place, runtime);
  if (turn.status === "answered") {
    if (turn.answerDigest === digest) return turn;
    throw new DroverError(
      "TurnAnswered",
      `The turn ${turn.turnId} already got another reply at ${turn.answeredAt}.`,
    );
  }
  checkOpen(turn, place, runtime);
  return turn;
}

/** @throws NotFound */
export async function findTurn(
  place: TurnPlace,
  { repositories }: Pick<Services, "repositories">,
): Promise<Turn> {
  const turn = await repositories.turns.get(place);
  if (turn === null) throw noSuch("turn", place.turnId);
  return turn;
}

/** @throws TurnOver, TurnTaken */
export function checkOpen(turn: Turn, { worker }: TurnPlace, { now }: Pick<Services, "now">): void {
  const at = now().toISOString();
  const { status, until, claimedBy, claimableAt, failure } = turn;
  if (status === "failed") throw turnOver(turn, `its agent gave it up: ${failure}`);
  if (status === "expired" || at > until) throw turnOver(turn, `its time was over at ${until}`);
  if (claimedBy !== undefined && claimedBy !== worker && claimableAt > at) throw takenError(turn);
}

const turnOver = ({ turnId }: Turn, why: string): DroverError =>
  new DroverError("TurnOver", `The turn ${turnId} no longer accepts a reply: ${why}.`);

async function readFor(turn: Turn, runtime: Runtime<"api">): Promise<ReadTurn> {
  const { input } = turn;
  if (input.observation === null) throw new TypeError("A turn is made from a screen.");
  return { ...(await readTurn(input, input.observation, runtime)), input };
}

/** Where money is bounded, it must be known. */
function checkPrice({ job }: ReadTurn, { usage }: TurnAnswer): void {
  if (!isMoneyBound(job) || job.agent?.kind !== "external" || usage?.costUsd !== undefined) return;
  const message = "must give the turn's cost, 0 for nothing: the job's money is limited";
  throw invalidRequest([fieldError("usage.costUsd", undefined, message)]);
}

/** @throws InvalidRequest, which counts */
async function chosenStep(
  turn: Turn,
  answer: TurnAnswer,
  state: ReadTurn,
  runtime: Runtime<"api">,
): Promise<Step> {
  const { input, openedAt: askedAt } = turn;
  const agent = outsideAgent(state.job);
  if (agent === null) throw turnOver(turn, "its job has no outside agent");
  try {
    const chosenBy = agent.kind;
    return await outsideStep({ input, state, answer, chosenBy, name: agent.name, askedAt }, runtime);
  } catch (error) {
    if (!(error instanceof DroverError) || error.audience !== "model") throw error;
    throw await refused(turn, error, runtime);
  }
}

async function refused(turn: Turn, error: DroverError, runtime: Runtime<"api">): Promise<DroverError> {
  const { element, field = element === undefined ? "actions" : "element", value = element } = error.details;
  const count = (await runtime.repositories.turns.refuse(turn)) ?? mostRefusals + 1;
  const name = field === "actions" ? "actions" : `actions.${String(field)}`;
  const words = [error.message, ...error.advice].join(" ");
  if (count > mostRefusals) {
    await giveUpTurn(
      turn,
      `More than ${mostRefusals} replies were invalid, the last because: ${error.message}`,
      runtime,
    );
    return invalidRequest([
      fieldError(name, value, `${words} No further attempts are allowed: the turn is over.`),
    ]);
  }
  return invalidRequest([fieldError(name, value, words)]);
}

/** The agent does not take the turn: its job ends. Null when the turn was over before. */
export async function giveUpTurn(turn: Turn, reason: string, runtime: Runtime<"api">): Promise<Turn | null> {
  const { tenantId, jobId, turnId } = turn;
  const failed = await runtime.repositories.turns.fail(turn, reason.slice(0, 1_000).toWellFormed());
  if (failed !== null)
    await deliverCallback({ tenantId, jobId, callbackId: turnCallback(turnId) }, turnAgain, runtime);
  return failed;
}

/** The step that stands, and the job told of it; each part may be repeated. */
async function settle(
  turn: Turn,
  answer: TurnAnswer,
  read: ReadTurn,
  runtime: Runtime<"api">,
  chosen?: Step,
): Promise<Step> {
  const { tenantId, jobId, turnId } = turn;
  const { existing, job } = read;
  const callback = { tenantId, jobId, callbackId: turnCallback(turnId) };
  // The job continued with it long ago.
  if (existing !== undefined && (await runtime.callbacks.tokenOf(callback)) === null) return existing;
  const made = async () => withTime(chosen ?? (await chosenStep(turn, answer, read, runtime)), turn);
  const step = existing ?? (await recordChosen(await made(), read, runtime));
  // Its simulated user is a model, which is not asked from here.
  const output =
    openForUser(step, job) === undefined
      ? await awaitChecks(
          await (existing === undefined ? routeOf : completeAgain)(step, read, runtime),
          job,
          runtime,
        )
      : turnAgain;
  await deliverCallback(callback, output, runtime);
  return step;
}

/** From when the turn was opened: all of it was the agent's. */
const withTime = (step: Step, { openedAt }: Turn): Step => ({
  ...step,
  timings: {
    ...step.timings,
    turnMilliseconds: Math.max(0, Date.parse(step.predictedAt) - Date.parse(openedAt)),
  },
});
