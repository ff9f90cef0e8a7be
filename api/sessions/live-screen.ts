import { KeptValues } from "#agent/runtime/kept-values.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { linkedReply } from "../devices/ask-host.ts";
import type { RouteResponse } from "../http/http-route.ts";
import { askUnderLease, heldDevice } from "./held-device.ts";

const freshMilliseconds = 2_000;
const mostKept = 500;

interface Look {
  readonly begunAt: number;
  readonly answer: Promise<RouteResponse>;
}
const looks = new KeptValues<Look>(mostKept);

/**
 * The job's screen as it is now. However many watch, an instance looks every two seconds at most: who has a link cannot keep a device busy.
 * @throws NotReady, LeaseLost, HostTimeout, NotFound
 */
export function liveScreen(job: Job, runtime: Runtime<"api">): Promise<RouteResponse> {
  const now = runtime.now().getTime();
  const known = looks.get(job.jobId);
  if (known !== undefined && now - known.begunAt < freshMilliseconds) return known.answer;
  const answer = look(job, runtime);
  // Only the caller gets a failure.
  answer.catch(() => looks.delete(job.jobId));
  looks.set(job.jobId, { begunAt: now, answer });
  return answer;
}

async function look(job: Job, runtime: Runtime<"api">): Promise<RouteResponse> {
  const held = await heldDevice(job, runtime);
  const told = await askUnderLease(held, { kind: "look", as: "base64" }, runtime);
  return linkedReply(job.tenantId, told, "screenshot", runtime);
}
