import { createHash } from "node:crypto";
import type { JsonValue } from "../src/expression/json-value.ts";
import type { Plan, Step } from "./random-plan.ts";

export type Outcome =
  | { readonly status: "SUCCEEDED"; readonly output: JsonValue }
  | { readonly status: "FAILED"; readonly error: string; readonly cause: string };

interface Data {
  readonly n: number;
  readonly h: string;
}

/** Values of the variables that a state can see, the latest last. */
type Variables = readonly number[];

const md5 = (text: string) => createHash("md5").update(text, "utf8").digest("hex");

function collect(input: Data, results: readonly Data[]): Data {
  const sum = results.reduce((total, { n }) => total + n, 0);
  return { n: sum % 1000, h: md5(input.h + results.map(({ h }) => h).join(",")) };
}

/** What the step of a guarded body fails with, and why. */
export const plannedError = "Boom";
export const plannedCause = "as planned";

class Model {
  run(steps: readonly Step[], start: Data, outer: Variables): Data {
    let data = start;
    let variables = outer;
    for (const step of steps) {
      const before = data.n;
      data = this.#step(step, data, variables);
      if (step.kind === "pass" && step.assigns) variables = [...variables, before];
    }
    return data;
  }

  #step(step: Step, data: Data, variables: Variables): Data {
    switch (step.kind) {
      case "pass": {
        const read = step.reads ? (variables.at(-1) ?? 0) : 0;
        return { n: (data.n + step.add + read) % 1000, h: md5(`${data.h}pass`) };
      }
      case "choice":
        return this.run(data.n < step.below ? step.yes : step.no, data, variables);
      case "loop": {
        let looped = data;
        for (let time = 0; time < step.times; time += 1) looped = this.run(step.body, looped, variables);
        return looped;
      }
      case "parallel":
        return collect(
          data,
          step.branches.map((branch) => this.run(branch, data, variables)),
        );
      case "map": {
        const items = Array.from({ length: step.items }, (_, index) => ({
          n: index + 1,
          h: `${data.h}${index}`,
        }));
        return collect(
          data,
          items.map((item) => this.run(step.body, item, variables)),
        );
      }
      case "guarded": {
        if (step.failures <= step.maxAttempts) return collect(data, [this.run(step.body, data, variables)]);
        return { n: data.n, h: md5(data.h + plannedError + plannedCause) };
      }
    }
  }
}

/** The end of a plan by its own rules, without a state machine. */
export function expectedOutcome(plan: Plan): Outcome {
  const output = new Model().run(plan.steps, plan.start, []);
  if (plan.ending !== "fail") return { status: "SUCCEEDED", output: { n: output.n, h: output.h } };
  return { status: "FAILED", error: `Planned${output.n}`, cause: output.h };
}
