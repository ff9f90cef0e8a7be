import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { startFarm } from "#local/farm.ts";
import { createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { awsConfigFromEnvironment } from "#shared/storage/clients/aws-config-from-environment.ts";
import { type callGroups, countCalls, inGroup } from "../bench/calls/count-calls.ts";

type Bounds = Readonly<Record<keyof typeof callGroups, number>>;

/** What a step more costs, its share of a progress check included. Raise one only with what it pays for. */
const mostPerStep: Bounds = {
  "table calls by functions": 4,
  "table calls by the host": 1.3,
  "objects written by the host": 2.1,
  "queue calls and task tokens": 3.1,
  "function invocations": 2.4,
};

/** Submitted, prepared, leased, set up, planned, judged, released and finished. */
const mostTableCallsOfJob = 21.5;

/** What is beyond its bound, each with the calls that were counted. */
function beyond({ step, job }: Awaited<ReturnType<typeof countCalls>>): readonly string[] {
  const groups = Object.entries(mostPerStep) as [keyof Bounds, number][];
  const ofStep = groups.filter(([group, most]) => inGroup(step, group) > most).map(([group]) => group);
  const ofJob = inGroup(job, "table calls by functions") + inGroup(job, "table calls by the host");
  return [
    ...ofStep.map((group) => `${group}: ${JSON.stringify([...step])}`),
    ...(ofJob > mostTableCallsOfJob ? [`table calls of a job: ${JSON.stringify([...job])}`] : []),
  ];
}

it("makes no more calls for a step than docs/performance.md says", { timeout: 300_000 }, async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-calls-"));
  const farm = await startFarm({ dir, phones: 2, metered: true, environment: {}, report: () => undefined });
  try {
    const { sfn } = createAwsClients(awsConfigFromEnvironment(farm.file.environment));
    let found = beyond(await countCalls({ farm, sfn }, 2));
    // A busy machine adds calls, such as a turn that waits for its model; it takes none away.
    if (found.length > 0) found = beyond(await countCalls({ farm, sfn }, 2));
    expect(found).toEqual([]);
  } finally {
    await farm.close();
    await rm(dir, { recursive: true, force: true });
  }
});
