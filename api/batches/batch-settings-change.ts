import type { SettingsChange } from "#shared/contracts/api/responses/batch-response.ts";
import type { Batch, BatchChange } from "#shared/contracts/batch/batch.ts";
import { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import { canonicalJson } from "#shared/rules/batch/canonical-json.ts";

const mostChanges = 100;

/** The batch's changes with one more; the oldest goes when there are a hundred. */
export const withChange = ({ changes }: Pick<Batch, "changes">, change: BatchChange): BatchChange[] =>
  [...changes, { ...change, change: change.change.slice(0, 500) }].slice(-mostChanges);

/** Of a batch that is submitted again with other settings. */
export function resubmittedSettings(
  batch: Batch,
  settings: BatchSettings | undefined,
  at: string,
): Partial<Pick<Batch, "settings" | "changes">> {
  const sentence = settings === undefined ? "" : differenceOf(batch.settings, settings);
  if (settings === undefined || sentence === "") return {};
  const change = { at, by: "API", reason: "It was submitted again.", change: sentence };
  return { settings, changes: withChange(batch, change) };
}

/** Each setting that is another, with what it was and is; empty when none is. */
export function differenceOf(before: BatchSettings, after: BatchSettings): string {
  const [was, is] = [flat(before), flat(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
  return names.map((name) => `${name}: ${was.get(name) ?? "none"} → ${is.get(name) ?? "none"}`).join(", ");
}

function flat(settings: BatchSettings): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(settings).flatMap(([name, value]): (readonly [string, string])[] =>
      typeof value === "object"
        ? Object.entries(value).map(([part, of]) => [`${name}.${part}`, canonicalJson(of)] as const)
        : value === undefined
          ? []
          : [[name, String(value)]],
    ),
  );
}

/** The settings with a change of some: null takes a limit or a rule away. */
export function steeredSettings(settings: BatchSettings, change: SettingsChange): BatchSettings {
  const { budget, retry, ...rest } = change;
  return BatchSettings.parse(
    withoutNulls({
      ...settings,
      ...rest,
      budget: withoutNulls({ ...settings.budget, ...budget }),
      retry: { ...settings.retry, ...retry },
    }),
  );
}

const withoutNulls = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
