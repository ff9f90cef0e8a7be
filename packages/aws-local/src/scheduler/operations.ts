import * as z from "zod";
import {
  GroupRequest,
  Name,
  OneSchedule,
  PutSchedule,
  type ScheduleDefinition,
  ScheduleListing,
} from "./schedule-parameters.ts";
import type { ScheduleStore, StoredSchedule } from "./schedule-store.ts";
import { ScheduleExpressionRefused, scheduleTimes } from "./schedule-times.ts";
import { conflict, invalidScheduleParameter, notFound } from "./scheduler-refusal.ts";

export interface SchedulerContext {
  readonly schedules: ScheduleStore;
  readonly arnPrefix: string;
  /** Milliseconds. */
  readonly now: number;
}

export interface SchedulerCall {
  /** Of the path; empty where it has none. */
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Operation = (context: SchedulerContext, call: SchedulerCall) => object;

/** A parameter that the schema does not name is refused: what this stand-in leaves out must not be left out in silence. */
function held<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalidScheduleParameter(z.prettifyError(parsed.error));
}

const defaultGroup = "default";
const scheduleArn = ({ arnPrefix }: SchedulerContext, groupName: string, name: string): string =>
  `${arnPrefix}:schedule/${groupName}/${name}`;
const groupArn = ({ arnPrefix }: SchedulerContext, name: string): string =>
  `${arnPrefix}:schedule-group/${name}`;
const seconds = (milliseconds: number): number => milliseconds / 1_000;

/** Milliseconds; null when it is not due any more. @throws SchedulerRefusal */
export function dueAfter(definition: ScheduleDefinition, after: number, createdAt: number): number | null {
  const { ScheduleExpression, ScheduleExpressionTimezone, StartDate, EndDate, State } = definition;
  try {
    const times = scheduleTimes(ScheduleExpression, ScheduleExpressionTimezone);
    const start = times.kind === "at" || StartDate === undefined ? createdAt : StartDate * 1_000;
    // A rate begins with its start.
    const from = Math.max(after, start - 1);
    const next = times.next(new Date(from), new Date(start))?.getTime() ?? null;
    const isOver = next !== null && EndDate !== undefined && times.kind !== "at" && next > EndDate * 1_000;
    return State === "DISABLED" || isOver ? null : next;
  } catch (error) {
    if (error instanceof ScheduleExpressionRefused)
      throw invalidScheduleParameter(
        `Invalid Schedule Expression ${ScheduleExpression}: ${error.field} ${error.message}.`,
      );
    throw error;
  }
}

function found(context: SchedulerContext, groupName: string, name: string): StoredSchedule {
  const schedule = context.schedules.find({ groupName, name });
  if (schedule === undefined) throw notFound(`Schedule ${name}`);
  return schedule;
}

function checkGroup(context: SchedulerContext, groupName: string): void {
  if (groupName !== defaultGroup && context.schedules.group(groupName) === undefined)
    throw notFound(`Schedule group ${groupName}`);
}

const createSchedule: Operation = (context, call) => {
  const name = held(Name, call.name);
  const {
    GroupName: groupName,
    ClientToken: clientToken = null,
    ...definition
  } = held(PutSchedule, call.body);
  checkGroup(context, groupName);
  const existing = context.schedules.find({ groupName, name });
  const answer = { ScheduleArn: scheduleArn(context, groupName, name) };
  // The same request sent again changes nothing.
  if (existing !== undefined && clientToken !== null && existing.clientToken === clientToken) return answer;
  if (existing !== undefined) throw conflict(`Schedule ${name}`);
  const { now } = context;
  const nextAt = dueAfter(definition, now - 1, now);
  context.schedules.put({
    groupName,
    name,
    definition,
    clientToken,
    createdAt: now,
    modifiedAt: now,
    nextAt,
  });
  return answer;
};

const updateSchedule: Operation = (context, call) => {
  const name = held(Name, call.name);
  const { GroupName: groupName, ClientToken: _token, ...definition } = held(PutSchedule, call.body);
  const schedule = found(context, groupName, name);
  const nextAt = dueAfter(definition, context.now, schedule.createdAt);
  context.schedules.put({ ...schedule, definition, modifiedAt: context.now, nextAt });
  return { ScheduleArn: scheduleArn(context, groupName, name) };
};

const getSchedule: Operation = (context, call) => {
  const { groupName } = held(OneSchedule, call.query);
  const { name, definition, createdAt, modifiedAt } = found(context, groupName, held(Name, call.name));
  return {
    ...definition,
    Arn: scheduleArn(context, groupName, name),
    GroupName: groupName,
    Name: name,
    CreationDate: seconds(createdAt),
    LastModificationDate: seconds(modifiedAt),
  };
};

const deleteSchedule: Operation = (context, call) => {
  const { groupName } = held(OneSchedule, call.query);
  context.schedules.remove(found(context, groupName, held(Name, call.name)));
  return {};
};

const listSchedules: Operation = (context, { query }) => {
  const {
    ScheduleGroup: group,
    NamePrefix: prefix = "",
    State: state,
    MaxResults,
    NextToken,
  } = held(ScheduleListing, query);
  if (group !== undefined) checkGroup(context, group);
  const fits = ({ groupName, name, definition }: StoredSchedule): boolean =>
    (group === undefined || groupName === group) &&
    name.startsWith(prefix) &&
    (state === undefined || definition.State === state);
  const page = context.schedules.list(NextToken ?? "", MaxResults);
  const last = page.at(-1);
  return {
    Schedules: page.filter(fits).map(({ groupName, name, definition, createdAt, modifiedAt }) => ({
      Arn: scheduleArn(context, groupName, name),
      GroupName: groupName,
      Name: name,
      State: definition.State,
      CreationDate: seconds(createdAt),
      LastModificationDate: seconds(modifiedAt),
      Target: { Arn: definition.Target.Arn },
    })),
    ...(last === undefined || page.length < MaxResults
      ? {}
      : { NextToken: `${last.groupName}/${last.name}` }),
  };
};

const createGroup: Operation = (context, call) => {
  const name = held(Name, call.name);
  held(GroupRequest, call.body);
  if (name === defaultGroup || context.schedules.group(name) !== undefined)
    throw conflict(`Schedule group ${name}`);
  context.schedules.addGroup(name, context.now);
  return { ScheduleGroupArn: groupArn(context, name) };
};

const getGroup: Operation = (context, call) => {
  held(z.strictObject({}), call.query);
  const name = held(Name, call.name);
  const group = context.schedules.group(name);
  if (group === undefined) throw notFound(`Schedule group ${name}`);
  const at = seconds(group.createdAt);
  return {
    Arn: groupArn(context, name),
    Name: name,
    State: "ACTIVE",
    CreationDate: at,
    LastModificationDate: at,
  };
};

/** By method and the path's first word; `/` after it: one of them is named. */
export const schedulerOperations: ReadonlyMap<string, Operation> = new Map([
  ["POST schedules/", createSchedule],
  ["PUT schedules/", updateSchedule],
  ["GET schedules/", getSchedule],
  ["DELETE schedules/", deleteSchedule],
  ["GET schedules", listSchedules],
  ["POST schedule-groups/", createGroup],
  ["GET schedule-groups/", getGroup],
]);
