import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  GetScheduleGroupCommand,
  ListSchedulesCommand,
  SchedulerClient,
  TagResourceCommand,
  UpdateScheduleCommand,
} from "@aws-sdk/client-scheduler";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type SchedulerServer, startSchedulerServer } from "../../src/scheduler/scheduler-server.ts";

const identity = { region: "us-east-1", accountId: "000000000000" };
const credentials = { accessKeyId: "FARM", secretAccessKey: "s" };
const clock = { now: new Date() };
let dataDir: string;
let server: SchedulerServer;
let client: SchedulerClient;
let invoked: { readonly name: string; readonly event: unknown }[];
let fails: boolean;
let letters: string[];

const start = async () => {
  // Signatures are held to this machine's own time, because the SDK signs with it.
  const signatures = { keys: [credentials], region: identity.region, clock: () => new Date() };
  server = await startSchedulerServer({ ...identity, dataDir, clock: () => clock.now, signatures });
  client = clientWith(credentials);
};
const clientWith = (keys: typeof credentials) =>
  new SchedulerClient({
    region: identity.region,
    endpoint: server.url,
    credentials: { ...keys },
    maxAttempts: 1,
  });
const begin = () =>
  server.begin({
    invoke: async (name, event) => {
      invoked.push({ name, event });
      return { failed: fails, payload: "{}" };
    },
    sendDeadLetter: async (queue, body) => void letters.push(`${queue} ${body}`),
    report: () => undefined,
  });
const stop = async () => {
  client.destroy();
  await server.close();
};

beforeEach(async () => {
  clock.now = new Date("2026-01-01T00:00:30.000Z");
  invoked = [];
  letters = [];
  fails = false;
  dataDir = await mkdtemp(path.join(tmpdir(), "drover-schedules-"));
  await start();
});
afterEach(async () => {
  await stop();
  await rm(dataDir, { recursive: true });
});

const target = {
  Arn: "arn:aws:lambda:us-east-1:000000000000:function:run-schedule",
  RoleArn: "arn:aws:iam::000000000000:role/schedules",
  Input: '{"at":"<aws.scheduler.scheduled-time>"}',
  DeadLetterConfig: { Arn: "arn:aws:sqs:us-east-1:000000000000:letters" },
  RetryPolicy: { MaximumEventAgeInSeconds: 3_600, MaximumRetryAttempts: 1 },
};
const nightly = {
  Name: "nightly",
  ScheduleExpression: "cron(0 2 * * ? *)",
  FlexibleTimeWindow: { Mode: "OFF" },
  Target: target,
} satisfies CreateScheduleCommandInput;
const create = (change: Partial<CreateScheduleCommandInput> = {}) =>
  client.send(new CreateScheduleCommand({ ...nightly, ...change }));
const soon = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 20 });
const at = (time: string) => ({ name: "run-schedule", event: { at: time } });

it("answers the SDK: a schedule in a group is made, read, changed, listed and deleted", async () => {
  await client.send(new CreateScheduleGroupCommand({ Name: "farm" }));
  const { ScheduleArn } = await create({ GroupName: "farm", StartDate: new Date("2026-02-01T00:00:00Z") });
  expect(ScheduleArn).toBe("arn:aws:scheduler:us-east-1:000000000000:schedule/farm/nightly");
  const read = () => client.send(new GetScheduleCommand({ Name: "nightly", GroupName: "farm" }));
  expect(await read()).toMatchObject({
    Name: "nightly",
    State: "ENABLED",
    ScheduleExpressionTimezone: "UTC",
    StartDate: new Date("2026-02-01T00:00:00Z"),
    CreationDate: clock.now,
    Target: target,
  });
  const change = {
    ...nightly,
    GroupName: "farm",
    ScheduleExpression: "rate(1 day)",
    State: "DISABLED",
  } as const;
  await client.send(new UpdateScheduleCommand(change));
  const changed = await read();
  expect(changed).toMatchObject({ ScheduleExpression: "rate(1 day)", State: "DISABLED" });
  expect(changed.StartDate).toBeUndefined();
  const list = (State: "ENABLED" | "DISABLED") =>
    client.send(new ListSchedulesCommand({ GroupName: "farm", State, NamePrefix: "night" }));
  expect((await list("DISABLED")).Schedules).toMatchObject([
    { Name: "nightly", Target: { Arn: target.Arn } },
  ]);
  expect((await list("ENABLED")).Schedules).toEqual([]);
  await client.send(new DeleteScheduleCommand({ Name: "nightly", GroupName: "farm" }));
  await expect(read()).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  expect(await client.send(new GetScheduleGroupCommand({ Name: "farm" }))).toMatchObject({ State: "ACTIVE" });
});

it("takes the same request twice, and refuses another of that name, an unknown group and a foreign key", async () => {
  await create({ ClientToken: "one" });
  await create({ ClientToken: "one" });
  await expect(create({ ClientToken: "two" })).rejects.toMatchObject({ name: "ConflictException" });
  await expect(create({ Name: "other", GroupName: "none" })).rejects.toMatchObject({
    name: "ResourceNotFoundException",
  });
  const stranger = clientWith({ ...credentials, secretAccessKey: "wrong" });
  await expect(stranger.send(new GetScheduleCommand({ Name: "nightly" }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  });
  stranger.destroy();
});

it.each([
  ["an expression that is none", { ScheduleExpression: "cron(0 2 * * *)" }],
  ["a time zone that is none", { ScheduleExpressionTimezone: "Moon/Crater" }],
  ["a key of its own", { KmsKeyArn: "arn:aws:kms:us-east-1:000000000000:key/k" }],
  ["a target that is no function", { Target: { ...target, Arn: "arn:aws:sqs:us-east-1:000000000000:q" } }],
  ["a window without its length", { FlexibleTimeWindow: { Mode: "FLEXIBLE" as const } }],
])("refuses %s", async (_what, change) => {
  await expect(create(change)).rejects.toMatchObject({ name: "ValidationException" });
});

it("refuses an operation that it does not have", async () => {
  const command = new TagResourceCommand({
    ResourceArn: "arn:aws:scheduler:us-east-1:0:schedule-group/x",
    Tags: [],
  });
  await expect(client.send(command)).rejects.toMatchObject({ name: "UnknownOperationException" });
});

it("invokes the function once at each time, with that time, and not while the schedule is disabled", async () => {
  begin();
  await create();
  clock.now = new Date("2026-01-01T02:00:05.000Z");
  await soon(() => expect(invoked).toEqual([at("2026-01-01T02:00:00Z")]));
  await client.send(new UpdateScheduleCommand({ ...nightly, State: "DISABLED" }));
  clock.now = new Date("2026-01-02T12:00:00.000Z");
  await client.send(new UpdateScheduleCommand({ ...nightly, State: "ENABLED" }));
  clock.now = new Date("2026-01-03T02:00:01.000Z");
  await soon(() => expect(invoked).toEqual([at("2026-01-01T02:00:00Z"), at("2026-01-03T02:00:00Z")]));
});

it("begins a rate at once, and deletes what is done with when it is to", async () => {
  begin();
  await create({ Name: "often", ScheduleExpression: "rate(5 minutes)" });
  await create({
    Name: "once",
    ScheduleExpression: "at(2026-01-01T00:01:00)",
    ActionAfterCompletion: "DELETE",
  });
  await soon(() => expect(invoked).toEqual([at("2026-01-01T00:00:30Z")]));
  clock.now = new Date("2026-01-01T00:01:00.000Z");
  await soon(() => expect(invoked).toHaveLength(2));
  await soon(async () =>
    expect((await client.send(new ListSchedulesCommand({}))).Schedules).toMatchObject([{ Name: "often" }]),
  );
});

it("invokes after a restart what was due meanwhile and is not too old; what is becomes a dead letter", async () => {
  await create({ ScheduleExpression: "cron(0/20 * * * ? *)" });
  await stop();
  clock.now = new Date("2026-01-01T05:10:00.000Z");
  await start();
  begin();
  await soon(() =>
    expect(invoked).toEqual([
      at("2026-01-01T04:20:00Z"),
      at("2026-01-01T04:40:00Z"),
      at("2026-01-01T05:00:00Z"),
    ]),
  );
  expect(letters).toEqual([`${target.DeadLetterConfig.Arn} ${target.Input}`]);
});

it("tries a function that fails again, and then sends a dead letter with what it was to be told", async () => {
  fails = true;
  begin();
  await create();
  clock.now = new Date("2026-01-01T02:00:05.000Z");
  await soon(() => expect(invoked).toHaveLength(1));
  expect(letters).toEqual([]);
  await soon(() => {
    clock.now = new Date(clock.now.getTime() + 60_000);
    expect(letters).toEqual([`${target.DeadLetterConfig.Arn} {"at":"2026-01-01T02:00:00Z"}`]);
  });
  expect(invoked).toHaveLength(2);
});
