import { setTimeout as sleep } from "node:timers/promises";
import type { JobPage } from "#shared/contracts/api/responses/job-response.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";
import type { Clock, Operator } from "#simulation/farm/operator.ts";
import { askFor } from "#simulation/farm/people.ts";
import { playWhenDue, ScriptedFault } from "#simulation/faults/scripted-faults.ts";
import type { ScenarioCase } from "../scenarios/scenarios.ts";
import { type RealStage, realFaults } from "./real-faults.ts";
import { LeftOut, startStage } from "./start-stage.ts";

type Jobs = JobPage["items"];

const second = 1_000;
/** Of which the longest outage takes ten. */
const longestMilliseconds = 30 * 60 * second;

interface Watcher {
  /** Then it is given up. */
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
}

const realClock = (until: AbortSignal): Clock => {
  const began = performance.now();
  return {
    get elapsed() {
      return performance.now() - began;
    },
    async sleep(milliseconds) {
      await sleep(milliseconds, undefined, { signal: until }).catch(() => {
        throw until.reason;
      });
    },
  };
};

async function areBatchesOver({ records: { batches } }: RealStage, operator: Operator): Promise<boolean> {
  for (const id of batches.keys()) {
    const { body } = await operator.insist("GET", `/v1/batches/${id}`);
    if (!hasEnded(Object(body))) return false;
  }
  return true;
}

/** Resolves when people have asked for all of the work, and stayed with it. */
const askForAll = (given: ScenarioCase, { world: { time }, records }: RealStage, operator: Operator) =>
  Promise.all(
    given.work.map(async (one) => {
      await time.sleep(one.at);
      await askFor(one, { operator, records, time });
    }),
  );

/** Settles only when that fails. */
const failureOf = (work: Promise<unknown>): Promise<never> =>
  work.then(() => new Promise<never>(() => undefined));

/** Asks for the work and does what goes wrong, and answers with the jobs when all have ended. What still goes wrong then is not waited for. */
async function play(given: ScenarioCase, faults: readonly ScriptedFault[], stage: RealStage): Promise<Jobs> {
  const { time } = stage.world;
  const [operator] = stage.farm.operators as [Operator];
  let [jobs, begun, isAsked]: [Jobs, number, boolean] = [[], 0, false];
  const steps = (): number =>
    Math.max(0, ...jobs.map(({ status, stepCount }) => (status === "running" ? stepCount : 0)));
  const asking = askForAll(given, stage, operator).then(() => {
    isAsked = true;
  });
  const playing = playWhenDue(time, faults, steps, async ({ fault, seconds }) => {
    begun += 1;
    const effect = realFaults[fault];
    if (typeof effect !== "string") await effect(stage, seconds * second);
  });
  const look = async (): Promise<Jobs> => {
    for (;;) {
      await time.sleep(second);
      const { body } = await operator.insist("GET", "/v1/jobs?limit=100");
      jobs = Object(body).items ?? jobs;
      const haveEnded = jobs.length > 0 && jobs.every(({ status }) => status === "finished");
      if (haveEnded && isAsked && begun === faults.length && (await areBatchesOver(stage, operator)))
        return jobs;
    }
  };
  return Promise.race([look(), failureOf(asking), failureOf(playing)]);
}

/** Its jobs, when all have ended. @throws LeftOut; Error when it takes too long, or something was refused */
export async function playForReal(
  given: ScenarioCase,
  dir: string,
  { signal, report }: Watcher,
): Promise<Jobs> {
  const faults = (given.faults ?? []).map((fault) => ScriptedFault.parse(fault));
  const why = faults.map(({ fault }) => realFaults[fault]).find((effect) => typeof effect === "string");
  if (why !== undefined) throw new LeftOut(why);
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal, AbortSignal.timeout(longestMilliseconds)]);
  await using things = new AsyncDisposableStack();
  const stage = await startStage(given, { dir, things, report, time: realClock(until) });
  things.defer(() => over.abort());
  const jobs = await play(given, faults, stage);
  const [ended] = stage.up.endedUnasked;
  if (ended !== undefined) throw new Error(ended);
  return jobs;
}
