import type { DebugRecord } from "../job-record.ts";

interface ShownCommand {
  readonly id: string;
  readonly atMilliseconds: number;
  readonly service: string;
  readonly rest: unknown;
}

type Fields = Readonly<Record<string, unknown>>;
export const recordFields = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

/** `step-0003/predict-01K…` → `predict`. */
export const whoAsked = (name: string): string =>
  (name.split("/").at(-1) ?? name).replace(/-[0-9A-Z]{26}.*$/, "");

export const adbCommands = (records: readonly DebugRecord[]): readonly ShownCommand[] =>
  records.flatMap(({ name, content }) =>
    listOf(recordFields(content).adb).map((command, index) => {
      const { atMilliseconds, service, ...rest } = recordFields(command);
      const said = typeof service === "string" ? service : JSON.stringify(service ?? "");
      return { id: `${name}-${index}`, atMilliseconds: numberOf(atMilliseconds), service: said, rest };
    }),
  );
