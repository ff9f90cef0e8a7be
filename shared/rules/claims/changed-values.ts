import type { DeviceChange } from "../../contracts/judging/device-changes.ts";
import { digitsOf, hasNumber, hasPhrase, hasWordsOf, isNumber, type Said } from "./said.ts";

/** Columns by which people name a row. */
const naming = ["display_name", "data1", "number", "address", "body", "title", "word", "label", "_data"];

type Values = Readonly<Record<string, string>>;

/** What a change holds that a task could name. */
export interface ChangedValues {
  readonly texts: readonly string[];
  /** Digits of telephone numbers. */
  readonly numbers: readonly string[];
  /** Minutes of the day of an alarm, before and after. */
  readonly times: readonly number[];
  /** Seconds of a timer, a reminder or the screen's timeout. */
  readonly durations: readonly number[];
}

export function valuesOf({ kind, where, before, after }: DeviceChange): ChangedValues {
  const none = { texts: [], numbers: [], times: [], durations: durationOf(where, after) };
  if (kind === "file") return { ...none, texts: [fileName(where)] };
  if (kind !== "row") return none;
  const cells = namesOf(before, after);
  return {
    ...none,
    texts: cells.filter((cell) => !isNumber(cell)),
    numbers: cells.filter(isNumber).map(digitsOf),
    times: [before, after].flatMap(timeOf),
  };
}

const fileName = (path: string): string => path.split("/").at(-1) ?? "";
const extension = /\.\w{1,5}$/;

/** Of a row that changed the names that it got, or where none of them changed those that it has. */
function namesOf(before: Values | null, after: Values | null): readonly string[] {
  const all = naming.filter((column) => ((after ?? before)?.[column] ?? "") !== "");
  const changed = before === null || after === null ? [] : all.filter((one) => before[one] !== after[one]);
  return (changed.length > 0 ? changed : all).map((column) => (after ?? before)?.[column] ?? "");
}

function durationOf(where: string, after: Values | null): readonly number[] {
  if (where.endsWith("/screen_off_timeout")) return [Number(after?.value) / 1_000];
  if (after?.length_milliseconds !== undefined) return [Number(after.length_milliseconds) / 1_000];
  return where.includes("/reminders#") && after?.minutes !== undefined ? [Number(after.minutes) * 60] : [];
}

const timeOf = (values: Values | null): readonly number[] =>
  values?.hour === undefined || values.minutes === undefined
    ? []
    : [Number(values.hour) * 60 + Number(values.minutes)];

/** How far a text names it: by all of a name, by some of it, or not at all. */
export function named(change: DeviceChange, said: Said): "whole" | "partly" | "no" {
  const { texts, numbers, times, durations } = valuesOf(change);
  if (
    durations.some((length) => said.durations.includes(length)) ||
    texts.some((text) => hasPhrase(said, said.hasExtension ? text : text.replace(extension, ""))) ||
    numbers.some((number) => hasNumber(said, number)) ||
    times.some((time) => said.times.includes(time))
  )
    return "whole";
  const folders = change.kind === "file" ? change.where.split("/").slice(2, -1) : [];
  return texts.some((text) => hasWordsOf(said, text.replace(extension, ""))) ||
    folders.some((name) => hasPhrase(said, name))
    ? "partly"
    : "no";
}
