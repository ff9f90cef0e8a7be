import type { StepLabel } from "#shared/contracts/job/review.ts";

export interface ReadLabels {
  readonly labels: StepLabel[];
  /** What is to be written otherwise. */
  readonly wrong?: string;
}

const form = /^(\d{1,4})\s*:\s*(.{1,60})$/;

/** `3: wrong switch, 5: needless` */
export function readStepLabels(text: string): ReadLabels {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const labels: StepLabel[] = [];
  for (const part of parts) {
    const [, stepNumber, label] = form.exec(part) ?? [];
    if (label === undefined || Number(stepNumber) === 0)
      return {
        labels: [],
        wrong: `'${part}' is not a label. Write the step's number, a colon and a word, for example 3: wrong switch.`,
      };
    labels.push({ stepNumber: Number(stepNumber), label });
  }
  return { labels };
}
