import type { DebugRecord } from "../job-record.ts";

interface ShownCall {
  readonly id: string;
  readonly title: string;
  readonly milliseconds: number;
  readonly request: unknown;
  readonly answer: unknown;
}

interface ShownCommand {
  readonly id: string;
  readonly atMilliseconds: number;
  readonly service: string;
  readonly rest: unknown;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

/** `step-0003/predict-01K…` → `predict`. */
const whoAsked = (name: string): string => (name.split("/").at(-1) ?? name).replace(/-[0-9A-Z]{26}.*$/, "");

/** Model calls in what was kept, in order. Nothing of its form is sure: it is shown as far as it can be read. */
export const modelCalls = (records: readonly DebugRecord[]): readonly ShownCall[] =>
  records.flatMap(({ name, content }) =>
    listOf(fieldsOf(content).calls).map((call, index) => {
      const { request, reply, error, milliseconds } = fieldsOf(call);
      const model = fieldsOf(request).model;
      return {
        id: `${name}-${index}`,
        title: [whoAsked(name), typeof model === "string" ? model : ""].filter(Boolean).join(", "),
        milliseconds: numberOf(milliseconds),
        request,
        answer: reply ?? error ?? null,
      };
    }),
  );

export const adbCommands = (records: readonly DebugRecord[]): readonly ShownCommand[] =>
  records.flatMap(({ name, content }) =>
    listOf(fieldsOf(content).adb).map((command, index) => {
      const { atMilliseconds, service, ...rest } = fieldsOf(command);
      const said = typeof service === "string" ? service : JSON.stringify(service ?? "");
      return { id: `${name}-${index}`, atMilliseconds: numberOf(atMilliseconds), service: said, rest };
    }),
  );
