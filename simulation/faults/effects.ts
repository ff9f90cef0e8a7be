import type { Clock, Operator } from "../farm/operator.ts";
import type { AcknowledgedJob, Records } from "../farm/records.ts";
import type { SimulatedFarm } from "../farm/simulated-farm.ts";
import type { SimulatedHost } from "../farm/simulated-host.ts";
import type { World } from "../world/world.ts";
import type { FaultLog } from "./fault-log.ts";
import type { ModelTrouble } from "./request-faults.ts";

/** Where people, phones and models do something for a while, simulated or real. */
export interface AnyStage {
  readonly world: { readonly time: Clock };
  readonly farm: Pick<SimulatedFarm, "operators">;
  readonly records: Records;
  readonly setModel: (trouble: ModelTrouble) => void;
}

/** Where something goes wrong for a while. */
export interface Stage extends AnyStage {
  readonly world: World;
  readonly farm: SimulatedFarm;
  readonly faults: FaultLog;
}

type Phone = NonNullable<SimulatedHost["phones"]>["phones"][number];

const second = 1_000;

/** A host whose cloud is away when it starts waits for it, as the service manager that starts it again and again. */
async function startAgain({ farm, world }: Stage, host: SimulatedHost): Promise<void> {
  while (!host.isRunning && !host.isStarting) {
    if (farm.cloud.isRunning) {
      const started = await host.start().then(
        () => true,
        () => false,
      );
      if (started) return;
      host.kill();
    }
    await world.time.sleep(2 * second);
  }
}

/** `power`: what it had not synced is lost. */
export async function killHost(
  stage: Stage,
  host: SimulatedHost,
  away: number,
  how: "process" | "power" = "process",
): Promise<void> {
  host.kill(how);
  await stage.world.time.sleep(away);
  await startAgain(stage, host);
}

export async function fillDisk({ world }: Stage, { process }: SimulatedHost, length: number): Promise<void> {
  process.isDiskFull = true;
  await world.time.sleep(length);
  process.isDiskFull = false;
}

export async function killCloud({ farm, world }: Stage, away: number): Promise<void> {
  farm.cloud.kill();
  await world.time.sleep(away);
  await farm.cloud.start();
}

export async function cutOff({ world }: Stage, { name }: SimulatedHost, length: number): Promise<void> {
  world.network.cutOff(name);
  await world.time.sleep(length);
  world.network.join(name);
}

export async function freeze({ world }: AnyStage, { faults }: Phone, length: number): Promise<void> {
  faults.frozen = true;
  await world.time.sleep(length);
  faults.frozen = false;
}

export async function unplug(
  { world }: AnyStage,
  { phones }: Pick<SimulatedHost, "phones">,
  phone: Phone,
  length: number,
): Promise<void> {
  phones?.devices.detach(phone.serial);
  await world.time.sleep(length);
  phones?.devices.attach(phone);
}

/** What the workload leaves something in. */
export const clearedApps = ["com.android.deskclock", "org.drover.shop"] as const;

/** The phone refuses to clear an app, as some vendors' do for apps of theirs. */
export async function refuseToClear(
  { world }: AnyStage,
  { faults }: Phone,
  length: number,
  app: (typeof clearedApps)[number] = clearedApps[0],
): Promise<void> {
  faults.unclearablePackage = app;
  await world.time.sleep(length);
  faults.unclearablePackage = null;
}

export async function troubleModel(
  { world, setModel }: AnyStage,
  trouble: ModelTrouble,
  length: number,
): Promise<void> {
  setModel(trouble);
  await world.time.sleep(length);
  setModel("well");
}

export async function cancelJob(
  { records: { cancelled } }: AnyStage,
  { jobId, operator }: AcknowledgedJob,
): Promise<void> {
  cancelled.set(jobId, null);
  const answer = await operator.ask("POST", `/v1/jobs/${jobId}/cancel`);
  if (answer?.status === 200) cancelled.set(jobId, new Date().toISOString());
}

export async function pauseJob(
  { records, world }: AnyStage,
  { jobId, operator }: AcknowledgedJob,
  length: number,
): Promise<void> {
  const paused = await operator.ask("POST", `/v1/jobs/${jobId}/pause`, {});
  const from = new Date().toISOString();
  const isKept = Object(paused?.body).pauseRequestedAt !== undefined;
  await world.time.sleep(length);
  if (paused?.status === 200) records.pauses.push({ jobId, from, until: new Date().toISOString(), isKept });
  const once = { "idempotency-key": `resume-${jobId}` };
  for (let tries = 0; tries < 10; tries += 1) {
    const answer = await operator.ask("POST", `/v1/jobs/${jobId}/resume`, {}, once);
    // One that has ended is continued as another job.
    if (answer?.status === 201) records.acknowledge({ jobId: String(Object(answer.body).jobId), operator });
    if (answer !== null && answer.status < 500 && answer.status !== 429) return;
    await world.time.sleep(5 * second);
  }
}

async function stopped({ farm }: AnyStage): Promise<readonly Operator[]> {
  const found = await Promise.all(
    farm.operators.map(async (operator) => {
      const told = await operator.insist("GET", "/v1/farm");
      return Object(told.body).stopped === true ? [operator] : [];
    }),
  );
  return found.flat();
}

/** Asks until the farm has done so. */
export async function stopEverything(stage: AnyStage, operator: Operator, length: number): Promise<void> {
  const before = await stopped(stage);
  const asked = new Date().toISOString();
  await operator.insist("POST", "/v1/farm/stop", {});
  const answered = new Date().toISOString();
  const now = (await stopped(stage)).filter((one) => !before.includes(one));
  stage.records.stops.push({
    ...{ tenantId: operator.tenantId, asked, answered },
    stopped: now.map(({ tenantId }) => tenantId),
  });
  await stage.world.time.sleep(length);
  await operator.insist("POST", "/v1/farm/resume", {});
}

export async function drainHost(stage: Stage, host: SimulatedHost, patienceSeconds: number): Promise<void> {
  const drained = host.drain(patienceSeconds).catch(() => undefined);
  await Promise.race([drained, stage.world.time.sleep(300 * second)]);
  host.kill();
  await stage.world.time.sleep(10 * second);
  await startAgain(stage, host);
}
