import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { scheduleLook } from "#shared/contracts/batch/schedule-event.ts";
import type { FunctionName } from "#shared/contracts/functions/functions.ts";
import { identity } from "./cloud-identity.ts";
import type { putCloudResources } from "./cloud-resources.ts";
import type { LambdaHost } from "./lambda/lambda-host.ts";
import { startQueueEventSource } from "./lambda/queue-event-source.ts";
import type { CloudServers } from "./start-servers.ts";

interface ScheduleOptions {
  readonly lambda: Pick<LambdaHost, "invoke">;
  readonly functionName: string;
  readonly everyMinutes: number;
  /** Its input. */
  readonly event?: object;
}

const minute = 60_000;

/** An EventBridge rule `rate(n minutes)` whose target is a function. A call that fails is no matter: the next one comes. */
function startSchedule({ lambda, functionName, everyMinutes, event = {} }: ScheduleOptions): {
  close(): void;
} {
  const call = () => void lambda.invoke(functionName, event).catch(() => undefined);
  const timer = setInterval(call, everyMinutes * minute);
  return { close: () => clearInterval(timer) };
}

/** Event source mappings read with five pollers at first. */
const webhookReaders = 5;

interface Called {
  readonly functions: Pick<LambdaHost, "invoke">;
  readonly sqs: SQSClient;
  readonly resources: Awaited<ReturnType<typeof putCloudResources>>;
  readonly scheduler: CloudServers["scheduler"];
  readonly report: (line: string) => void;
}

/** What calls functions by itself: queues, rules that come round, and people's schedules. Each is closed with `parts`. */
export function startCallers(
  parts: AsyncDisposableStack,
  { functions, sqs, resources, scheduler, report }: Called,
): void {
  const { deadLetters, scheduleDeadLetters, webhooks } = resources;
  const readers = [
    { ...deadLetters, functionName: "fail-dead-letters" satisfies FunctionName },
    // As Lambda begins: a receiver that takes its time keeps no other waiting.
    ...Array.from({ length: webhookReaders }, () => ({
      ...webhooks,
      functionName: "deliver-webhooks" satisfies FunctionName,
    })),
  ];
  for (const queue of readers) {
    const reader = startQueueEventSource({
      ...{ sqs, ...queue, region: identity.region, lambda: functions },
    });
    parts.defer(() => reader.close());
  }
  const schedules = [
    { functionName: "sweep-executions", everyMinutes: 1 },
    { functionName: "run-schedule", everyMinutes: 1, event: scheduleLook },
    { functionName: "retire-hosts", everyMinutes: 24 * 60 },
  ] satisfies readonly (Omit<Parameters<typeof startSchedule>[0], "lambda"> & {
    functionName: FunctionName;
  })[];
  for (const one of schedules) {
    const schedule = startSchedule({ lambda: functions, ...one });
    parts.defer(() => schedule.close());
  }
  scheduler.begin({
    invoke: functions.invoke,
    report,
    sendDeadLetter: async (_arn, body) => {
      await sqs.send(new SendMessageCommand({ QueueUrl: scheduleDeadLetters.queueUrl, MessageBody: body }));
    },
  });
}
