import { openChecks } from "#agent/callbacks/waiting-for.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { Awaited } from "#shared/contracts/api/responses/job-response.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { QuestionId } from "#shared/contracts/job/question.ts";
import { defined } from "#shared/values/defined.ts";

/** What a job waits for, outside the farm or in another role; undefined: nothing, or the time is over. */
export async function awaitedBy(job: Job, runtime: Services): Promise<Awaited | undefined> {
  const { tenantId, jobId, pause, status } = job;
  if (pause === undefined || status === "finished" || runtime.now().getTime() >= Date.parse(pause.until))
    return undefined;
  const about = {
    for: pause.for,
    until: pause.until,
    ...defined({ device: await heldDevice(job, runtime) }),
  };
  if (pause.for === "checks") {
    const open = openChecks(job, await runtime.repositories.checks.listByJob(tenantId, jobId));
    return open.length === 0 ? undefined : { ...about, checks: open.map(({ name }) => name) };
  }
  if (pause.for === "resume") return job.pauseRequestedAt === undefined ? undefined : about;
  if (pause.for === "roles") return about;
  const questionId = QuestionId.parse(pause.callbackId);
  const question = await runtime.repositories.questions.get({ tenantId, jobId, questionId });
  return question?.status === "open"
    ? { ...about, question: { questionId, text: question.text } }
    : undefined;
}

/** With the host's names for it: the caller's check uses that host's adb server. */
async function heldDevice(
  { tenantId, deviceId, pause }: Job,
  { repositories }: Pick<Services, "repositories">,
): Promise<Awaited["device"]> {
  if (deviceId === undefined || pause?.holdsDevice !== true) return undefined;
  const device = await repositories.devices.get(tenantId, deviceId);
  return device === null ? undefined : { deviceId, hostId: device.hostId, serial: device.serial };
}

export function whyAwaiting(
  { jobId, pauseRequestedAt }: Job,
  { for: awaited, question, checks = [], device, until }: Awaited,
): string {
  const held =
    device === undefined
      ? ""
      : ` It holds ${device.deviceId} (serial ${device.serial}, host ${device.hostId}).`;
  if (awaited === "resume")
    return `It has been paused since ${pauseRequestedAt}; 'drover resume ${jobId}' continues it.${held}`;
  const what =
    awaited === "roles"
      ? "It waits for the other roles of its task"
      : question === undefined
        ? `It waits for ${checks.length === 1 ? "the check" : "the checks"} ${checks.join(", ")}`
        : `It asks: ${question.text.slice(0, 500)} Reply with 'drover answer ${jobId}'; it waits`;
  return `${what} until ${until}.${held}`.slice(0, 1_000);
}
