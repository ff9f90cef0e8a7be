import { InvalidArgumentError } from "commander";
import * as z from "zod";
import { ProviderName } from "#shared/contracts/agent/provider-settings.ts";
import { SecretName } from "#shared/contracts/job/secret.ts";
import { DeviceId, HostId, JobId, PoolName, TenantId } from "#shared/contracts/values/ids.ts";
import { PackageName } from "#shared/contracts/values/package-name.ts";
import { Stage } from "#shared/contracts/values/stage.ts";
import { because } from "../terminal/because.ts";
import { numberFrom, wholeNumber } from "./whole-number.ts";

/** Reads an option's value as a contract has it; `remedy` says what to give instead. */
export const valueBy =
  <Value>(schema: z.ZodType<Value>, remedy: string) =>
  (value: string): Value => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new InvalidArgumentError(remedy);
    return parsed.data;
  };

/** For a repeatable option. */
export const each =
  <Value>(read: (value: string) => Value) =>
  (value: string, earlier: readonly Value[] = []): readonly Value[] => [...earlier, read(value)];

const nameRemedy = "Give 1 to 32 letters, digits, '-' or '_', beginning with a letter or digit.";
export const poolName = valueBy(PoolName, nameRemedy);
export const hostId = valueBy(HostId, nameRemedy);
export const tenantId = valueBy(
  TenantId,
  "Give 1 to 32 letters, digits or '-', beginning with a letter or digit.",
);
export const stage = valueBy(
  Stage,
  "Give 1 to 12 lower-case letters, digits or '-', beginning with a letter.",
);
export const jobId = valueBy(JobId, "Give a job's id of 26 letters and digits; 'drover jobs' lists them.");

export const secretName = valueBy(
  SecretName,
  "Give 1 to 64 letters, digits, '-' or '_', beginning with a letter or digit.",
);
export const packageName = valueBy(PackageName, "Give an app's package, such as com.android.settings.");

export const deviceId = valueBy(
  DeviceId,
  "Give a device's id, <host>.<serial>; 'drover devices' lists them.",
);
export const providerName = valueBy(
  ProviderName,
  "Give a provider's name: anthropic, openai, gemini, groq, ollama, vllm, or one of drover.config.ts.",
);

/** A part of a job's request, as JSON. */
export const jsonBy =
  <Schema extends z.ZodType>(schema: Schema) =>
  (value: string): z.input<Schema> => {
    let given: unknown;
    try {
      given = JSON.parse(value);
    } catch (error) {
      throw new InvalidArgumentError(`It is not JSON: ${because(error)}.`);
    }
    const parsed = schema.safeParse(given);
    if (parsed.success) return given as z.input<Schema>;
    const [{ path, message } = { path: [], message: "" }] = parsed.error.issues;
    throw new InvalidArgumentError(`${path.length === 0 ? "" : `${path.join(".")}: `}${message}.`);
  };
/** What is to be done in one window: `<app>: <task>`, the app by its label or package. */
export const windowTask = valueBy(
  z
    .string()
    .regex(/^[^:]*\S[^:]*:\s*\S/)
    .transform((text) => {
      const [app = ""] = text.split(":");
      return { app: app.trim(), task: text.slice(app.length + 1).trim() };
    }),
  'Give an app and its task, such as "com.android.settings: Turn on Bluetooth".',
);
export const idempotencyKey = valueBy(
  z.string().regex(/^[\x21-\x7e]{1,200}$/),
  "Give 1 to 200 printable ASCII characters without blanks.",
);
/** As adb takes it: no blanks, no user, no path. */
export const hostName = valueBy(
  z.union([z.hostname(), z.ipv4(), z.ipv6()]),
  "Give a host's name or address, for example 127.0.0.1.",
);

/** A directory, a file, a name whose owner has the last word on it: an empty one is a variable that was not set. */
export function someText(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("Give at least one character.");
  return value;
}

export function httpUrl(value: string): string {
  if (isHttpUrl(value)) return value;
  throw new InvalidArgumentError("Give an address such as http://127.0.0.1:8080.");
}

export const isHttpUrl = (text: string): boolean =>
  URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);

/** A number within a contract's bounds. */
export function boundedBy(schema: Pick<z.ZodNumber, "isInt" | "minValue" | "maxValue">) {
  const { isInt, minValue, maxValue } = schema;
  return (isInt ? wholeNumber : numberFrom)(minValue ?? 0, maxValue ?? Number.MAX_SAFE_INTEGER);
}
