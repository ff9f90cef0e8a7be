import fc from "fast-check";

/** A machine before its states have names. */
type Node =
  | { readonly kind: "pass"; readonly value: number }
  | { readonly kind: "assign"; readonly value: number }
  | { readonly kind: "wait"; readonly seconds: number }
  | { readonly kind: "choice"; readonly taken: Sequence; readonly otherwise: Sequence }
  | { readonly kind: "task"; readonly fails: number; readonly retries: number; readonly caught: boolean }
  | {
      readonly kind: "map";
      readonly items: number;
      readonly width: number;
      readonly caught: boolean;
      readonly body: Sequence;
    }
  | { readonly kind: "parallel"; readonly caught: boolean; readonly branches: readonly Sequence[] };

interface Sequence {
  readonly nodes: readonly Node[];
  readonly fails: boolean;
}

const small = fc.integer({ min: 0, max: 3 });

/**
 * `mayFail` says whether a failure may leave the sequence. Only the first branch of a Parallel may: with two, the one
 * that is first would decide the error, and which is first is nobody's promise.
 */
function sequence(depth: number, mayFail: boolean): fc.Arbitrary<Sequence> {
  return fc.record({
    nodes: fc.array(node(depth, mayFail), { minLength: 1, maxLength: 3 }),
    fails: mayFail ? fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0) : fc.constant(false),
  });
}

function node(depth: number, mayFail: boolean): fc.Arbitrary<Node> {
  const caught = mayFail ? fc.boolean() : fc.constant(true);
  const leaves: fc.Arbitrary<Node>[] = [
    fc.record({ kind: fc.constant("pass" as const), value: small }),
    fc.record({ kind: fc.constant("assign" as const), value: small }),
    fc.record({ kind: fc.constant("wait" as const), seconds: small }),
    fc.record({ kind: fc.constant("task" as const), fails: small, retries: small, caught }),
  ];
  if (depth === 0) return fc.oneof(...leaves);
  const inner: fc.Arbitrary<Node>[] = [
    fc.record({
      kind: fc.constant("choice" as const),
      taken: sequence(depth - 1, mayFail),
      otherwise: sequence(depth - 1, false),
    }),
    caught.chain((isCaught) =>
      fc.record({
        kind: fc.constant("map" as const),
        items: small,
        width: fc.integer({ min: 0, max: 2 }),
        caught: fc.constant(isCaught),
        body: sequence(depth - 1, true),
      }),
    ),
    caught.chain((isCaught) =>
      fc.record({
        kind: fc.constant("parallel" as const),
        caught: fc.constant(isCaught),
        branches: fc
          .tuple(sequence(depth - 1, true), fc.array(sequence(depth - 1, false), { maxLength: 2 }))
          .map(([first, others]) => [first, ...others]),
      }),
    ),
  ];
  return fc.oneof(...leaves, ...inner);
}

type States = Record<string, Record<string, unknown>>;

/** Gives names to states and targets to transitions. */
class Builder {
  #serial = 0;

  scope(body: Sequence): { readonly StartAt: string; readonly States: States } {
    const States: States = {};
    const end = this.#name("End");
    const StartAt = this.#sequence(body, end, States);
    if (JSON.stringify(States).includes(`"Next":"${end}"`) || StartAt === end)
      States[end] = { Type: "Succeed" };
    return { StartAt, States };
  }

  #sequence(body: Sequence, next: string, states: States): string {
    let target = next;
    if (body.fails) {
      target = this.#name("Fail");
      states[target] = { Type: "Fail", Error: "Refused", Cause: "a Fail state" };
    }
    for (const item of [...body.nodes].reverse()) target = this.#node(item, target, states);
    return target;
  }

  #node(item: Node, Next: string, states: States): string {
    const name = this.#name(item.kind);
    states[name] = this.#state(item, Next, states);
    return name;
  }

  #state(item: Node, Next: string, states: States): Record<string, unknown> {
    const Catch = [{ ErrorEquals: ["States.ALL"], Output: "{% $states.errorOutput.Error %}", Next }];
    switch (item.kind) {
      case "pass":
        return { Type: "Pass", Output: `{% [$states.input, ${item.value}] %}`, Next };
      case "assign":
        return { Type: "Pass", Assign: { [`v${this.#serial}`]: item.value }, Next };
      case "wait":
        return { Type: "Wait", Seconds: item.seconds, Next };
      case "choice": {
        const Condition = "{% $type($states.input) = 'array' %}";
        const Choices = [{ Condition, Next: this.#sequence(item.taken, Next, states) }];
        return { Type: "Choice", Choices, Default: this.#sequence(item.otherwise, Next, states) };
      }
      case "task":
        return {
          Type: "Task",
          Resource: "arn:aws:states:::lambda:invoke",
          Arguments: {
            FunctionName: "f",
            Payload: {
              attempt: "{% $states.context.State.RetryCount %}",
              fails: item.fails,
              value: "{% $states.input %}",
            },
          },
          Output: "{% $states.result.Payload %}",
          Retry: [{ ErrorEquals: ["Flaky"], IntervalSeconds: 1, MaxAttempts: item.retries }],
          ...(item.caught ? { Catch } : {}),
          Next,
        };
      case "map":
        return {
          Type: "Map",
          Items: Array.from({ length: item.items }, (_, index) => index),
          MaxConcurrency: item.width,
          ItemProcessor: this.scope(item.body),
          ...(item.caught ? { Catch } : {}),
          Next,
        };
      case "parallel":
        return {
          Type: "Parallel",
          Branches: item.branches.map((branch) => this.scope(branch)),
          ...(item.caught ? { Catch } : {}),
          Next,
        };
    }
  }

  #name(kind: string): string {
    this.#serial += 1;
    return `${kind}${this.#serial}`;
  }
}

/** Valid machines over Pass, Choice, Wait, Task, Map, Parallel and Fail, with Retry and Catch. */
export const randomMachine = sequence(2, true).map((body) => new Builder().scope(body));
