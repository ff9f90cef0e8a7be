import type { Limits } from "../execution/limits.ts";
import { exceedsBytes } from "../execution/payload.ts";
import { ApiError, errors } from "./api-error.ts";

/** The members of a request as they came; the readers below check them one by one. */
export type Request = Readonly<Record<string, unknown>>;

export function text(request: Request, member: string): string {
  const value = optionalText(request, member);
  if (value === undefined) throw errors.validation(member, null, "Member must not be null");
  return value;
}

export function optionalText(request: Request, member: string): string | undefined {
  const value = request[member];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw new ApiError("SerializationException", `${member} must be a string`);
  return value;
}

export function optionalFlag(request: Request, member: string, absent: boolean): boolean {
  const value = request[member];
  if (value === undefined || value === null) return absent;
  if (typeof value !== "boolean") throw new ApiError("SerializationException", `${member} must be a boolean`);
  return value;
}

export function optionalNumber(request: Request, member: string): number | undefined {
  const value = request[member];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number") throw new ApiError("SerializationException", `${member} must be a number`);
  return value;
}

export const isRequest = (value: unknown): value is Request =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The members of a structure inside the request. */
export function members(request: Request, member: string): Request | undefined {
  const value = request[member];
  if (value === undefined || value === null) return undefined;
  if (isRequest(value)) return value;
  throw new ApiError("SerializationException", `${member} must be a structure`);
}

/** One of `values`; `place` is the member's name from the request's top. */
export function checkedEnum<Value extends string>(
  request: Request,
  member: string,
  values: readonly Value[],
  place = member,
): Value | undefined {
  const value = optionalText(request, member);
  const known = values.find((one) => one === value);
  if (value === undefined || known !== undefined) return known;
  throw errors.validation(place, value, `Member must satisfy enum value set: [${values.join(", ")}]`);
}

/** A count: what is below 0 is refused. */
export function optionalCount(request: Request, member: string, place = member): number | undefined {
  const value = optionalNumber(request, member);
  if (value === undefined || value >= 0) return value;
  throw errors.validation(place, value, "Member must have value greater than or equal to 0");
}

/** `maxResults`: 0 and absence mean 100; at most 1000. */
export function pageSize(request: Request): number {
  const asked = optionalNumber(request, "maxResults") ?? 0;
  if (!Number.isInteger(asked) || asked < 0) {
    throw errors.validation("maxResults", asked, "Member must have value greater than or equal to 0");
  }
  if (asked > 1000)
    throw errors.validation("maxResults", asked, "Member must have value less than or equal to 1000");
  return asked === 0 ? 100 : asked;
}

/** Where the page before this one ended; undefined on the first. */
export function pageStart(request: Request, longest = 1024): number | undefined {
  const token = optionalText(request, "nextToken");
  if (token === undefined) return undefined;
  if (token.length > longest) {
    const constraint = `Member must have length less than or equal to ${longest}`;
    throw errors.validation("nextToken", token, constraint);
  }
  const position = Number(Buffer.from(token, "base64url").toString());
  if (token === "" || !Number.isInteger(position)) throw errors.invalidToken("Invalid token");
  return position;
}

export const pageToken = (position: number): string => Buffer.from(String(position)).toString("base64url");

const FORBIDDEN_IN_NAMES = /[\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}\p{Cs}\ufffe\uffff]/u;

/** 1 to 80 characters, none of those the service forbids in names of state machines, executions and activities. */
export function checkedName(name: string): string {
  if (name === "" || name.length > 80 || FORBIDDEN_IN_NAMES.test(name)) throw errors.invalidName(name);
  return name;
}

export function checkedSize(member: string, value: string, limits: Limits): string {
  if (!exceedsBytes(value, limits.payloadBytes)) return value;
  throw errors.validation(
    member,
    value,
    `Member must have length less than or equal to ${limits.payloadBytes}`,
  );
}

const MACHINE_ARN = /^arn:[^:]+:states:[^:]+:\d{12}:stateMachine:[^:/]+$/;
const EXECUTION_ARN = /^arn:[^:]+:states:[^:]+:\d{12}:execution:[^:]+:[^:]+$/;

const invalidArn = (arn: string) =>
  errors.invalidArn(arn.startsWith("arn:") ? `Invalid ARN: ${arn}` : `Invalid ARN prefix: ${arn}`);

export function machineArn(request: Request, member = "stateMachineArn"): string {
  const arn = text(request, member);
  if (!MACHINE_ARN.test(arn)) throw invalidArn(arn);
  return arn;
}

export function executionArnOf(request: Request): string {
  const arn = text(request, "executionArn");
  if (arn.split(":")[5] === "express")
    throw errors.invalidArn("Resource type not valid in this context: express");
  if (!EXECUTION_ARN.test(arn)) throw invalidArn(arn);
  return arn;
}

export const seconds = (ms: number): number => ms / 1000;
