import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  type SchedulerClient,
  UpdateScheduleCommand,
} from "@aws-sdk/client-scheduler";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Schedule } from "#shared/contracts/batch/schedule.ts";
import {
  mostDeliveries,
  mostLateSeconds,
  type ScheduleDue,
  ScheduleTarget,
} from "#shared/contracts/batch/schedule-event.ts";
import { storageCall } from "#shared/storage/table/storage-call.ts";

const targetOf = ({ environment }: Pick<Runtime<"api">, "environment">): ScheduleTarget =>
  ScheduleTarget.parse(JSON.parse(environment.DROVER_SCHEDULE_TARGET));

/** Whatever EventBridge Scheduler knows of the schedule, it is then as this one. @throws StorageUnavailable */
export async function putSchedule(schedule: Schedule, runtime: Runtime<"api">): Promise<void> {
  const scheduler = await runtime.clients.scheduler();
  const request = requestOf(schedule, targetOf(runtime));
  await storageCall("make the schedule", async () => {
    try {
      await scheduler.send(new CreateScheduleCommand(request));
    } catch (error) {
      if (!(error instanceof ConflictException)) throw error;
      await scheduler.send(new UpdateScheduleCommand(request));
    }
  });
}

/** Also when there is none. */
export async function removeFromService({ scheduleId }: Schedule, runtime: Runtime<"api">): Promise<void> {
  const scheduler: SchedulerClient = await runtime.clients.scheduler();
  const command = new DeleteScheduleCommand({ Name: scheduleId, GroupName: targetOf(runtime).groupName });
  await storageCall("delete the schedule", () =>
    scheduler.send(command).catch((error: unknown) => {
      if (!(error instanceof ResourceNotFoundException)) throw error;
    }),
  );
}

/** The service writes the time that it was due in place of this. */
const scheduledTime = "<aws.scheduler.scheduled-time>";

function requestOf(schedule: Schedule, { groupName, functionArn, roleArn, deadLetterArn }: ScheduleTarget) {
  const { tenantId, name, scheduleId, status, expression, timezone, flexibleMinutes } = schedule;
  const due = { tenantId, name, scheduleId, scheduledAt: scheduledTime } satisfies ScheduleDue;
  return {
    Name: scheduleId,
    GroupName: groupName,
    ScheduleExpression: expression,
    ScheduleExpressionTimezone: timezone,
    FlexibleTimeWindow:
      flexibleMinutes === undefined
        ? { Mode: "OFF" as const }
        : { Mode: "FLEXIBLE" as const, MaximumWindowInMinutes: flexibleMinutes },
    State: status === "enabled" ? ("ENABLED" as const) : ("DISABLED" as const),
    Target: {
      Arn: functionArn,
      RoleArn: roleArn,
      Input: JSON.stringify(due),
      DeadLetterConfig: { Arn: deadLetterArn },
      RetryPolicy: { MaximumEventAgeInSeconds: mostLateSeconds, MaximumRetryAttempts: mostDeliveries },
    },
  };
}
