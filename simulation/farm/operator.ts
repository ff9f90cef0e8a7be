import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { VirtualTime } from "../world/virtual-time.ts";

/** For those who may be in the real world as well. */
export type Clock = Pick<VirtualTime, "elapsed" | "sleep">;

/** Where the farm's API listens now. */
type Farm = () => { readonly endpoints: { readonly api: string } };

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Somebody of a tenant who asks the farm's API, as the command line would: what was not answered is asked again. */
export class Operator {
  readonly tenantId: TenantId;
  readonly #farm: Farm;
  readonly #time: Clock;
  readonly #token: string;

  constructor(tenantId: TenantId, token: string, farm: Farm, time: Clock) {
    this.tenantId = tenantId;
    this.#token = token;
    this.#farm = farm;
    this.#time = time;
  }

  /** What the farm answers when it has made what was asked for. @throws Error when it refuses */
  async make(path: string, request: object, key: string): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.insist("POST", path, request, { "idempotency-key": key });
    if (answer.status >= 400) throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`);
    return Object(answer.body);
  }

  /** Asks until there is an answer that asking again would not change. */
  async insist(...asked: Parameters<Operator["ask"]>): Promise<Answer> {
    for (let pause = 1_000; ; pause = Math.min(2 * pause, 30_000)) {
      const answer = await this.ask(...asked);
      if (answer !== null && answer.status < 429) return answer;
      await this.#time.sleep(pause);
    }
  }

  /** Null: no answer came. */
  async ask(
    method: string,
    path: string,
    body?: object,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer | null> {
    const { endpoints } = this.#farm();
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
