import fc from "fast-check";

/**
 * What a random machine does, step by step. Every step takes and gives `{n, h}`: a small number and a digest of all
 * that happened before, so two runs that differ anywhere differ in the end. Every plan terminates.
 */
export type Step =
  | { readonly kind: "pass"; readonly add: number; readonly assigns: boolean; readonly reads: boolean }
  | {
      readonly kind: "choice";
      readonly below: number;
      readonly yes: readonly Step[];
      readonly no: readonly Step[];
    }
  | { readonly kind: "loop"; readonly times: number; readonly body: readonly Step[] }
  | { readonly kind: "parallel"; readonly branches: readonly (readonly Step[])[] }
  | {
      readonly kind: "map";
      readonly items: number;
      readonly concurrency: number;
      readonly body: readonly Step[];
    }
  | {
      /** Fails in its first attempts; succeeds on a retry, or is caught when the retries do not suffice. */
      readonly kind: "guarded";
      readonly inside: "parallel" | "map";
      readonly failures: number;
      readonly maxAttempts: number;
      readonly catchesAll: boolean;
      readonly body: readonly Step[];
    };

export interface Plan {
  readonly steps: readonly Step[];
  /** How the machine ends: a Pass that ends, a Succeed state, or a Fail state. */
  readonly ending: "pass" | "succeed" | "fail";
  readonly start: { readonly n: number; readonly h: string };
}

const small = (max: number) => fc.integer({ min: 0, max });

const pass = fc.record({
  kind: fc.constant("pass" as const),
  add: small(9),
  assigns: fc.boolean(),
  reads: fc.boolean(),
});

function stepsOf(depth: number): fc.Arbitrary<readonly Step[]> {
  return fc.array(stepOf(depth), { maxLength: 3 });
}

function stepOf(depth: number): fc.Arbitrary<Step> {
  if (depth === 0) return pass;
  const inner = stepsOf(depth - 1);
  const choice = fc.record({ kind: fc.constant("choice" as const), below: small(20), yes: inner, no: inner });
  const loop = fc.record({
    kind: fc.constant("loop" as const),
    times: fc.integer({ min: 1, max: 3 }),
    body: inner,
  });
  const parallel = fc.record({
    kind: fc.constant("parallel" as const),
    branches: fc.array(inner, { minLength: 1, maxLength: 3 }),
  });
  const map = fc.record({
    kind: fc.constant("map" as const),
    items: small(4),
    concurrency: small(2),
    body: inner,
  });
  const guarded = fc.record({
    kind: fc.constant("guarded" as const),
    inside: fc.constantFrom("parallel" as const, "map" as const),
    failures: small(2),
    maxAttempts: small(2),
    catchesAll: fc.boolean(),
    body: inner,
  });
  return fc.oneof({ weight: 3, arbitrary: pass }, choice, loop, parallel, map, guarded);
}

/** Plans nested up to two levels below the first; a machine has some dozens of states and up to a few hundred transitions. */
export const randomPlan: fc.Arbitrary<Plan> = fc.record({
  steps: fc.array(stepOf(2), { minLength: 1, maxLength: 4 }),
  ending: fc.constantFrom("pass" as const, "succeed" as const, "fail" as const),
  start: fc.record({ n: small(20), h: fc.constantFrom("", "seed") }),
});
