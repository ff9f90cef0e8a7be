import type { Bindings, EvaluationContext } from "../expression/bindings.ts";
import { evaluateTemplate, type Template } from "../expression/compile-template.ts";
import type { EvaluationThread } from "../expression/evaluation-thread.ts";
import type { JsonValue } from "../expression/json-value.ts";
import { QueryEvaluationError } from "../expression/query-evaluation-error.ts";
import { SliceExceededError } from "../expression/slice-exceeded-error.ts";

/** How long one expression, and the expressions of one step together, may keep everybody else waiting. */
export const SLICE_MS = 25;

/** The step cannot continue now. It is to be undone and done again once `until` is there. */
export class PutOffError extends Error {
  override readonly name = "PutOffError";
  readonly until: Promise<void>;

  constructor(until: Promise<void>) {
    super("the step has used up its slice of time");
    this.until = until;
  }
}

type Answer = JsonValue | QueryEvaluationError;

/**
 * The expressions that one step evaluates, in order. What takes too long is evaluated elsewhere while the step is put
 * off; done again, the step gets the answers it had and continues from there. So it must ask the same each time.
 */
export class StepEvaluations {
  readonly #elsewhere: EvaluationThread;
  readonly #answers: Answer[] = [];
  #asked = 0;
  #answeredBefore = 0;
  #endsMs = 0;
  #token: string | undefined;

  constructor(elsewhere: EvaluationThread) {
    this.#elsewhere = elsewhere;
  }

  /** The step begins, for the first time or again. */
  begin(): void {
    this.#asked = 0;
    this.#answeredBefore = this.#answers.length;
  }

  /** The task token of the step, which its expressions may have seen. */
  token(make: () => string): string {
    this.#token ??= make();
    return this.#token;
  }

  evaluate(
    template: Template,
    bindings: Bindings,
    context: EvaluationContext,
  ): JsonValue | Promise<JsonValue> {
    const index = this.#asked;
    this.#asked += 1;
    if (index === 0) this.#endsMs = performance.now() + SLICE_MS;
    const known = this.#answers[index];
    if (known !== undefined) return recall(known);
    if (index > this.#answeredBefore && performance.now() > this.#endsMs)
      throw new PutOffError(Promise.resolve());
    const value = evaluateTemplate(template, bindings, context);
    if (!(value instanceof Promise)) {
      this.#answers[index] = value;
      return value;
    }
    return value.then(
      (settled) => {
        this.#answers[index] = settled;
        return settled;
      },
      (error: unknown) => {
        if (!(error instanceof SliceExceededError)) throw error;
        throw new PutOffError(this.#evaluateElsewhere(index, template, bindings, context));
      },
    );
  }

  async #evaluateElsewhere(
    index: number,
    template: Template,
    bindings: Bindings,
    context: EvaluationContext,
  ): Promise<void> {
    const answer = await this.#elsewhere
      .evaluate(template, bindings, context)
      .catch((error: unknown) => ({ detail: String(error), location: undefined }));
    this.#answers[index] =
      "value" in answer ? answer.value : new QueryEvaluationError(context, answer.detail, answer.location);
  }
}

function recall(answer: Answer): JsonValue {
  if (answer instanceof QueryEvaluationError) throw answer;
  return answer;
}
