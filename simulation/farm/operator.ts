import type { Cloud } from "#local/cloud/start-cloud.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { VirtualTime } from "../world/virtual-time.ts";

/** Somebody of a tenant who asks the farm's API, as the command line would: what was not answered is asked again. */
export class Operator {
  readonly tenantId: TenantId;
  readonly #cloud: () => Cloud;
  readonly #time: VirtualTime;
  readonly #token: string;

  constructor(tenantId: TenantId, token: string, cloud: () => Cloud, time: VirtualTime) {
    this.tenantId = tenantId;
    this.#token = token;
    this.#cloud = cloud;
    this.#time = time;
  }

  /** The id of a job that the farm has acknowledged. */
  async submit(request: Partial<JobRequest> | object, key: string): Promise<string> {
    for (let pause = 1_000; ; pause = Math.min(2 * pause, 30_000)) {
      const answer = await this.ask("POST", "/v1/jobs", request, { "idempotency-key": key });
      if (answer?.status === 201 || answer?.status === 200)
        return String((answer.body as { jobId: string }).jobId);
      if (answer !== null && answer.status >= 400 && answer.status < 429) {
        throw new Error(`A job was refused: ${JSON.stringify(answer.body)}`);
      }
      await this.#time.sleep(pause);
    }
  }

  /** Null: no answer came. */
  async ask(
    method: string,
    path: string,
    body?: object,
    more: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly status: number; readonly body: unknown } | null> {
    const { endpoints } = this.#cloud();
    const headers = { authorization: `Bearer ${this.#token}`, "content-type": "application/json", ...more };
    try {
      const signal = AbortSignal.timeout(30_000);
      const answer = await fetch(`${endpoints.api}${path}`, {
        method,
        headers,
        signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
    } catch {
      return null;
    }
  }
}
