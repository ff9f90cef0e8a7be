import type { AwsClients } from "#shared/storage/clients/aws-clients.ts";
import type { HostClock } from "./host-clock.ts";

/** A `Date` header counts whole seconds. */
const resolutionMilliseconds = 1_000;
/** How long a busy service sends the previous second: Node's server updates its date by a timer. */
const lateMilliseconds = 500;

/**
 * The time of the services that all hosts write to, taken from the `Date` header of their responses: a host whose
 * clock is wrong must not outlive its leases or seem dead (docs/faults.md A20).
 */
export function serverTime(
  clock: HostClock,
  { sqs, dynamodb, direct }: Pick<AwsClients, "sqs" | "dynamodb" | "direct">,
): HostClock {
  let offset = 0;
  const hear = (date: string, sent: number, received: number): void => {
    // The service wrote it at some time in between: a long poll of 20 seconds says little about this clock.
    const least = Date.parse(date) - received;
    const most = Date.parse(date) + resolutionMilliseconds - sent;
    if (offset < least - lateMilliseconds || offset > most + lateMilliseconds)
      offset = Math.min(Math.max(offset, least), most);
  };
  const listen =
    <Input, Result extends object>(next: (input: Input) => Promise<Result>) =>
    async (input: Input): Promise<Result> => {
      const sent = clock.now().getTime();
      const result = await next(input);
      const date = dateOf(result);
      if (date !== undefined) hear(date, sent, clock.now().getTime());
      return result;
    };
  const options = { step: "deserialize", name: "serverTime", override: true } as const;
  sqs.middlewareStack.add(listen, options);
  dynamodb.middlewareStack.add(listen, options);
  direct.listener = () => {
    const sent = clock.now().getTime();
    return (date) => {
      if (isDate(date)) hear(date, sent, clock.now().getTime());
    };
  };
  return { ...clock, now: () => new Date(clock.now().getTime() + offset) };
}

function dateOf(result: object): string | undefined {
  const response = "response" in result ? result.response : undefined;
  if (typeof response !== "object" || response === null || !("headers" in response)) return undefined;
  const date = (response.headers as Readonly<Record<string, string | undefined>>).date;
  return isDate(date) ? date : undefined;
}

const isDate = (date: string | undefined): date is string =>
  date !== undefined && Number.isFinite(Date.parse(date));
