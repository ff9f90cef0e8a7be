import { finish } from "#shared/actions/built-in/finish.ts";
import type { RecordedStep, Recording } from "#shared/contracts/step/recording.ts";
import { Script, type ScriptParameters } from "#shared/contracts/step/script.ts";
import { defined } from "#shared/values/defined.ts";
import { meaningOf } from "./script-line.ts";

const placeholder = /\{\{([A-Za-z][A-Za-z0-9_]{0,39})\}\}/g;

export const hasPlaceholder = (value: unknown): boolean => JSON.stringify(value)?.search(placeholder) >= 0;

/** Placeholders of the script that nothing stands for. A secret's reference, `{{secret:name}}`, is none. */
export function missingParameters(script: Script, given: ScriptParameters): readonly string[] {
  const { parameters, ...rest } = script;
  const used = new Set([...JSON.stringify(rest).matchAll(placeholder)].map(([, name = ""]) => name));
  return [...used].filter((name) => (given[name] ?? parameters[name] ?? null) === null);
}

function filled(value: unknown, values: Readonly<Record<string, string | null>>): unknown {
  if (typeof value === "string")
    return value.replace(placeholder, (whole, name: string) => values[name] ?? whole);
  if (Array.isArray(value)) return value.map((part) => filled(part, values));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part, values)]));
}

/**
 * The script with what its placeholders stand for.
 * @throws ZodError when a value makes a line what no line can be
 */
export function filledScript(script: Script, given: ScriptParameters): Script {
  const { parameters, ...rest } = script;
  return Script.parse({ ...(filled(rest, { ...parameters, ...given }) as object), parameters });
}

/** What a script does, a step for each line; its `finish` is the last. */
export function scriptRecording(script: Script, given: ScriptParameters): Recording {
  const { steps, finish: end } = filledScript(script, given);
  const lines = steps.map((line, index): RecordedStep => {
    const { actions, ...rest } = meaningOf(line);
    return { step: index + 1, thinking: "", actions: [...actions], ...rest };
  });
  const claim = { action: { action: finish.name, ...defined({ ...end }) } };
  const last: readonly RecordedStep[] =
    end === undefined ? [] : [{ step: lines.length + 1, thinking: "", actions: [claim] }];
  return { schemaVersion: 1, steps: [...lines, ...last], script };
}
