import { interventionWords } from "#shared/rules/steps/intervention-words.ts";
import type { ListItem } from "../list-items.ts";

type Aside = Exclude<ListItem, { kind: "step" }>;

/** A shape for each kind, so that they are told apart without reading. */
export function asideMark(item: Aside): string {
  if (item.kind === "error") return "✕";
  return { plan: "⚑", recovery: "↻", question: "?", person: "☝", part: "§", infrastructure: "—" }[item.kind];
}

const planKinds = { initial: "plan", recovery: "new plan", lastResort: "last plan" } as const;

function planWords({ plan }: Extract<Aside, { kind: "plan" }>): string {
  const { kind, planNumber, status, content, adoptedAtStep } = plan;
  const named = `${planKinds[kind]} ${planNumber}`;
  if (status === "pending") return `${named}: being written`;
  if (status === "failed" || content === undefined) return `${named}: failed`;
  const count = content.approaches.length;
  const taken = adoptedAtStep === undefined ? ", not used" : `, used from step ${adoptedAtStep}`;
  return `${named}: ${count} approaches${taken}`;
}

const recoveryOutcomes = {
  recovered: "recovered",
  not_recovered: "did not recover",
  infeasible: "cannot be recovered",
  aborted: "aborted",
  planned: "plan only",
} as const;

/** What happened between steps, in one line. Of devices, models and people: hostile. */
export function asideWords(item: Aside): string {
  switch (item.kind) {
    case "plan":
      return planWords(item);
    case "recovery": {
      const { outcome, source, reason } = item.recovery;
      const why = {
        error: "after an error",
        stuck: "because the agent was stuck",
        api: "requested by the API",
      }[source];
      const ended = outcome === undefined ? "running" : recoveryOutcomes[outcome];
      return `recovery, ${why}: ${ended}${reason === undefined ? "" : `. ${reason}`}`;
    }
    case "question": {
      const { text, answer, status } = item.question;
      const answered = answer ?? (status === "open" ? "open" : "nobody answered");
      return `asks “${text}” — ${answered}`;
    }
    case "person":
      return interventionWords(item.touches);
    case "part": {
      const { index, text, status } = item.part;
      return `part ${index}, ${status}: ${text}`;
    }
    case "error":
      return `${item.error.code}: ${item.error.message}`;
    case "infrastructure":
      return item.event.text;
  }
}
