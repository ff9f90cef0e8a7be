import * as z from "zod";

/** Of schedules and of their groups. */
export const Name = z.string().regex(/^[0-9a-zA-Z\-_.]{1,64}$/);
const ClientToken = z.string().regex(/^[a-zA-Z0-9\-_]{1,64}$/);

/** A function: it alone is invoked here. */
const FunctionTarget = z.strictObject({
  Arn: z.string().regex(/^arn:aws:lambda:[^:]+:\d{12}:function:[\w-]+$/, "names no Lambda function"),
  RoleArn: z.string().min(1).max(1_600),
  Input: z.string().min(1).max(262_144).default("{}"),
  DeadLetterConfig: z
    .strictObject({ Arn: z.string().regex(/^arn:aws:sqs:[^:]+:\d{12}:[\w-]+$/, "names no queue") })
    .optional(),
  RetryPolicy: z
    .strictObject({
      MaximumEventAgeInSeconds: z.int().min(60).max(86_400).default(86_400),
      MaximumRetryAttempts: z.int().min(0).max(185).default(185),
    })
    .prefault({}),
});
export type FunctionTarget = z.infer<typeof FunctionTarget>;

const seconds = z.number().min(0);

/** What a schedule is, as it is kept. An update that leaves something out sets it to what it is by default. */
export const ScheduleDefinition = z.strictObject({
  ScheduleExpression: z.string().min(1).max(256),
  ScheduleExpressionTimezone: z.string().min(1).max(50).default("UTC"),
  FlexibleTimeWindow: z.discriminatedUnion("Mode", [
    z.strictObject({ Mode: z.literal("OFF") }),
    z.strictObject({ Mode: z.literal("FLEXIBLE"), MaximumWindowInMinutes: z.int().min(1).max(1_440) }),
  ]),
  Target: FunctionTarget,
  State: z.enum(["ENABLED", "DISABLED"]).default("ENABLED"),
  Description: z.string().max(512).optional(),
  StartDate: seconds.optional(),
  EndDate: seconds.optional(),
  ActionAfterCompletion: z.enum(["NONE", "DELETE"]).default("NONE"),
});
export type ScheduleDefinition = z.infer<typeof ScheduleDefinition>;

/** The body of CreateSchedule and of UpdateSchedule. */
export const PutSchedule = ScheduleDefinition.extend({
  GroupName: Name.default("default"),
  ClientToken: ClientToken.optional(),
});

export const GroupRequest = z.strictObject({ ClientToken: ClientToken.optional() });

/** The query of GetSchedule and of DeleteSchedule. */
export const OneSchedule = z.strictObject({
  groupName: Name.default("default"),
  clientToken: ClientToken.optional(),
});

/** The query of ListSchedules. */
export const ScheduleListing = z.strictObject({
  ScheduleGroup: Name.optional(),
  NamePrefix: Name.optional(),
  State: z.enum(["ENABLED", "DISABLED"]).optional(),
  MaxResults: z.coerce.number().int().min(1).max(100).default(100),
  NextToken: z.string().max(2_048).optional(),
});
