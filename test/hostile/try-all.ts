import { expect, type TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    hostile?: { tried: number; held: number };
  }
}

/**
 * Tries every input at a door. It held when `check` neither throws nor rejects. What is counted here is added up by
 * `count-reporter.ts`.
 */
export async function tryAll<Input>(
  { task }: TestContext,
  inputs: readonly Input[],
  check: (input: Input) => unknown,
): Promise<void> {
  const broken: string[] = [];
  for (const input of inputs) {
    try {
      await check(input);
    } catch (error) {
      const shown = Buffer.isBuffer(input) ? input.toString("hex") : JSON.stringify(input);
      broken.push(`${shown.slice(0, 300)}: ${String(error).slice(0, 500)}`);
    }
  }
  task.meta.hostile = { tried: inputs.length, held: inputs.length - broken.length };
  expect(inputs.length).toBeGreaterThan(0);
  expect(broken).toEqual([]);
}
