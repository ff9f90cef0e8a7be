import vm from "node:vm";
import type jsonata from "jsonata";
import { jsonataScript } from "./own-keys-jsonata.ts";
import { SliceExceededError } from "./slice-exceeded-error.ts";
import { thrownText } from "./thrown-text.ts";

/** One evaluation: `run` fills in what came of it. */
interface Job {
  readonly expression: jsonata.Expression;
  readonly bindings: Record<string, unknown>;
  outcome?: { readonly value: unknown } | { readonly error: unknown };
}

interface Globals {
  jsonata?: (source: string) => jsonata.Expression;
  source?: string;
  job?: Job;
}

const parse = new vm.Script("jsonata(source)");
const run = new vm.Script(`{
  const current = job;
  current.expression.evaluate(undefined, current.bindings).then(
    (value) => { current.outcome = { value }; },
    (error) => { current.outcome = { error }; },
  );
}`);

/**
 * JSONata in a V8 context with its own queue for promises, so that an evaluation runs from its first step to its
 * last inside one call, and V8 can stop it wherever it is: in a loop, a recursion, a sort or a regular expression.
 * It keeps time, not secrets: definitions are their owner's own.
 */
export class Sandbox {
  #context: vm.Context | null = null;
  #globals: Globals = {};
  #compiled = new Map<string, jsonata.Expression>();

  /**
   * Evaluates a source, compiled once. `prepare` gets every newly compiled expression.
   * @throws SliceExceededError when `timeMs` have passed, and whatever the expression itself throws.
   */
  evaluate(
    source: string,
    bindings: Record<string, unknown>,
    timeMs: number,
    prepare: (expression: jsonata.Expression) => void,
  ): unknown {
    this.#context ??= this.#open();
    const job: Job = { expression: this.#expression(this.#context, source, prepare), bindings };
    this.#globals.job = job;
    try {
      run.runInContext(this.#context, { timeout: timeMs });
    } catch (error) {
      // What was stopped half-way would continue with the next evaluation; it goes with its context.
      this.#close();
      if (thrownText(error, "code") !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      throw new SliceExceededError();
    } finally {
      delete this.#globals.job;
    }
    if (job.outcome === undefined) throw new Error("the evaluation waits for something outside");
    if ("error" in job.outcome) throw job.outcome.error;
    return job.outcome.value;
  }

  #open(): vm.Context {
    this.#globals = {};
    const context = vm.createContext(this.#globals, { microtaskMode: "afterEvaluate" });
    this.#globals.jsonata = jsonataScript.runInContext(context);
    return context;
  }

  #close(): void {
    this.#context = null;
    this.#compiled = new Map();
  }

  #expression(
    context: vm.Context,
    source: string,
    prepare: (expression: jsonata.Expression) => void,
  ): jsonata.Expression {
    const compiled = this.#compiled.get(source);
    if (compiled !== undefined) return compiled;
    this.#globals.source = source;
    const expression: jsonata.Expression = parse.runInContext(context);
    prepare(expression);
    this.#compiled.set(source, expression);
    return expression;
  }
}
