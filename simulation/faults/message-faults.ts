import type { WireRequest, WireService } from "#shared/http/wire.ts";
import type { SeededRandom } from "../world/seeded-random.ts";
import type { VirtualTime } from "../world/virtual-time.ts";
import type { FaultLog } from "./fault-log.ts";

const oneIn = 25;
const lateMilliseconds = 20_000;
/** A few come when nobody waits for them any more. */
const veryLateOneIn = 4;
const veryLateMilliseconds = 120_000;

const isSend = ({ headers }: WireRequest): boolean => headers["x-amz-target"] === "AmazonSQS.SendMessage";

/** Messages that come twice, late, and after those that were sent after them: all that a standard queue of SQS may do. */
export const withMessageFaults =
  (queues: WireService, time: VirtualTime, random: SeededRandom, faults: FaultLog): WireService =>
  async (request) => {
    if (!isSend(request)) return queues(request);
    const [isFault, isTwice, delay] = [
      faults.isDue("messages", random, oneIn),
      random.isOneIn(2),
      random.next() * (random.isOneIn(veryLateOneIn) ? veryLateMilliseconds : lateMilliseconds),
    ];
    if (!isFault) return queues(request);
    const queue = String(JSON.parse(String(request.body)).QueueUrl)
      .split("/")
      .at(-1);
    if (
      !faults.begins(
        "messages",
        `a message of ${queue} ${isTwice ? "twice" : "late"} by ${Math.round(delay)} ms`,
      )
    )
      return queues(request);
    if (isTwice) {
      time.after(delay, () => void queues(request).catch(() => undefined));
      return queues(request);
    }
    const body = JSON.parse(String(request.body));
    const late = { ...body, DelaySeconds: Math.ceil(delay / 1_000) };
    return queues({ ...request, body: Buffer.from(JSON.stringify(late)) });
  };
