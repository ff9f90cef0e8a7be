import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { FaultLog } from "../faults/fault-log.ts";
import type { SeededRandom } from "../world/seeded-random.ts";
import { SimulatedProcess } from "../world/simulated-process.ts";
import type { Operator } from "./operator.ts";

const listened = ["job.finished", "question.asked", "batch.finished"] as const;
export type HeardType = (typeof listened)[number];
const failsOneIn = 6;

/** Receives each tenant's events at a path of its own, and sometimes fails. */
export class WebhookReceiver {
  /** `<tenant> <type> <id>` of what it has accepted, with the ids of the events that said so. */
  readonly heard = new Map<string, Set<string>>();
  readonly webhooks = new Map<TenantId, string>();
  readonly #random: SeededRandom;
  readonly #faults: FaultLog;
  #url = "";

  constructor(random: SeededRandom, faults: FaultLog) {
    this.#random = random;
    this.#faults = faults;
  }

  async start(operators: readonly Operator[]): Promise<void> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const status = this.#answer(request, body);
        if (status !== null) response.writeHead(status).end();
      });
    });
    await new SimulatedProcess("receiver").run(async () => {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
    });
    this.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const operator of operators) {
      const asked = { url: `${this.#url}/${operator.tenantId}`, events: listened };
      const made = await operator.make("/v1/webhooks", asked, "webhook");
      this.webhooks.set(operator.tenantId, String(made.webhookId));
    }
  }

  /** What it answers; null: nothing, ever. */
  #answer({ url = "", headers }: IncomingMessage, body: string): number | null {
    const [isFault, which] = [this.#random.isOneIn(failsOneIn), this.#random.next()];
    const status = which < 0.4 ? 500 : which < 0.7 ? 429 : null;
    if (isFault && this.#faults.begins("webhooks", `the receiver answers ${status ?? "nothing"}`))
      return status;
    const { type, data } = JSON.parse(body);
    const subject =
      type === "batch.finished" ? data.batchId : [data.jobId, data.questionId].filter(Boolean).join("/");
    const event = `${url.slice(1)} ${type} ${subject}`;
    this.heard.set(event, (this.heard.get(event) ?? new Set()).add(String(headers["webhook-id"])));
    return 204;
  }
}
