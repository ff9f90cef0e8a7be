import type { Goal } from "./goal.ts";

/** Rules compare texts with straight apostrophes; what is typed has those of the task. */
const straight = (text: string): string => text.replace(/[’‘]/g, "'");

/** A goal with its texts as the task writes them. */
export function spelledAsIn(task: string): (goal: Goal) => Goal {
  const written = task.normalize("NFC");
  const compared = straight(written);
  if (compared === written) return (goal) => goal;
  const spelled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(spelled);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, spelled(part)]));
    if (typeof value !== "string" || !value.includes("'")) return value;
    const at = compared.indexOf(value);
    return at < 0 ? value : written.slice(at, at + value.length);
  };
  return (goal) => spelled(goal) as Goal;
}
