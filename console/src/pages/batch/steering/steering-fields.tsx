import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import type { RetryChoice } from "#shared/contracts/batch/batch.ts";
import type { BatchBudget } from "#shared/contracts/batch/batch-settings.ts";
import type { SteeringKind } from "./steering-kind.ts";
import type { Wanted } from "./use-steering.ts";

interface SteeringFieldsProps {
  readonly batch: BatchResponse;
  readonly kind: SteeringKind;
  readonly wanted: Wanted;
  readonly onChange: (changed: Partial<Wanted>) => void;
}

/** What this change alone needs to know. */
export function SteeringFields({ batch, kind, wanted, onChange }: SteeringFieldsProps) {
  switch (kind) {
    case "retry":
      return <RetryWhich batch={batch} which={wanted.which} onChoose={(which) => onChange({ which })} />;
    case "concurrency":
      return (
        <label>
          Most jobs at the same time
          <input
            type="number"
            min={1}
            max={10_000}
            required
            value={Number.isNaN(wanted.concurrency) ? "" : wanted.concurrency}
            onChange={({ target }) => onChange({ concurrency: target.valueAsNumber })}
          />
        </label>
      );
    case "budget":
      return <BudgetFields budget={wanted.budget} onChange={(budget) => onChange({ budget })} />;
    case "models":
      return (
        <PausedModels batch={batch} paused={wanted.paused} onChange={(paused) => onChange({ paused })} />
      );
    default:
      return null;
  }
}

interface BudgetFieldsProps {
  readonly budget: Wanted["budget"];
  readonly onChange: (budget: Wanted["budget"]) => void;
}

const limits = [
  { name: "costUsd", label: "Dollars", step: 0.01 },
  { name: "tokens", label: "Tokens", step: 1 },
  { name: "steps", label: "Steps", step: 1 },
  { name: "deviceMinutes", label: "Minutes on devices", step: 1 },
] as const;

function BudgetFields({ budget, onChange }: BudgetFieldsProps) {
  return (
    <fieldset className="steering-budget">
      <legend>Limits of the whole batch</legend>
      {limits.map(({ name, label, step }) => (
        <label key={name}>
          {label}
          <input
            type="number"
            min={step}
            step={step}
            placeholder="no limit"
            value={budget[name] ?? ""}
            onChange={({ target }) =>
              onChange({ ...budget, [name]: target.value === "" ? null : target.valueAsNumber })
            }
          />
        </label>
      ))}
      <label>
        When the budget is used up
        <select
          value={budget.onBreach}
          onChange={({ target }) =>
            onChange({ ...budget, onBreach: target.value as BatchBudget["onBreach"] })
          }
        >
          <option value="stop">skip the rest</option>
          <option value="pause">pause the batch</option>
        </select>
      </label>
    </fieldset>
  );
}

interface RetryWhichProps {
  readonly batch: BatchResponse;
  readonly which: RetryChoice;
  readonly onChoose: (which: RetryChoice) => void;
}

/** How many jobs a retry runs again. */
export function chosenJobs({ counts: { outcomes } }: BatchResponse, which: RetryChoice): number {
  if (which !== "all") return outcomes[which] ?? 0;
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0);
}

function RetryWhich({ batch, which, onChoose }: RetryWhichProps) {
  const choices: readonly [RetryChoice, string][] = [
    ["failed", `Failed jobs (${chosenJobs(batch, "failed")})`],
    ["inconclusive", `Inconclusive jobs (${chosenJobs(batch, "inconclusive")})`],
    ["all", `All ended jobs (${chosenJobs(batch, "all")})`],
  ];
  return (
    <fieldset>
      <legend>Jobs</legend>
      {choices.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name="which" checked={which === value} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

interface PausedModelsProps {
  readonly batch: BatchResponse;
  readonly paused: readonly string[];
  readonly onChange: (paused: readonly string[]) => void;
}

function PausedModels({ batch: { variants }, paused, onChange }: PausedModelsProps) {
  return (
    <fieldset>
      <legend>Paused</legend>
      {variants.map((variant) => (
        <label key={variant}>
          <input
            type="checkbox"
            checked={paused.includes(variant)}
            onChange={({ target }) =>
              onChange(target.checked ? [...paused, variant] : paused.filter((one) => one !== variant))
            }
          />
          {variant}
        </label>
      ))}
    </fieldset>
  );
}
