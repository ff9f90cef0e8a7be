import { GetExecutionHistoryCommand, type HistoryEvent, SFNClient } from "@aws-sdk/client-sfn";
import { machineArn } from "#local/cloud/cloud-identity.ts";
import type { Cloud } from "#local/cloud/start-cloud.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import type { SimulatedFarm } from "./farm/simulated-farm.ts";

/** What the farm knows of a job, and what its hosts said of it; nothing of one that it does not have. */
export async function showJob(
  named: string,
  { cloud }: SimulatedFarm,
  lines: readonly string[],
): Promise<string[]> {
  const jobId = named.replace(/^job\//, "") as JobId;
  const said = lines.filter((line) => line.includes(jobId));
  if (!cloud.isReadable) return said;
  const job = await cloud.repositories.jobs.get(cloud.ownerOf(jobId), jobId);
  if (job === null) return said;
  const steps = await cloud.stepsOf(jobId);
  return [
    ...said,
    ...steps.map((step) => `step ${JSON.stringify(step)}`),
    `job ${JSON.stringify(job)}`,
    ...(await historyOf(jobId, cloud.known)),
  ];
}

async function historyOf(jobId: string, { endpoints, region, credentials }: Cloud): Promise<string[]> {
  const client = new SFNClient({ endpoint: endpoints.sfn, region, credentials });
  const executionArn = `${machineArn("job").replace(":stateMachine:", ":execution:")}:${jobId}`;
  const { events = [] } = await client.send(
    new GetExecutionHistoryCommand({ executionArn, maxResults: 100, reverseOrder: true }),
  );
  client.destroy();
  return events.reverse().map(lineOf);
}

function lineOf({ id, timestamp, type, ...details }: HistoryEvent): string {
  return `event ${id} ${timestamp?.toISOString()} ${type} ${JSON.stringify(details)}`;
}
