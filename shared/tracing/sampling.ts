import type { TraceSampler } from "../contracts/farm/tracing-config.ts";

export interface Sampler {
  readonly name: TraceSampler;
  /** From 0 to 1. */
  readonly ratio: number;
}

/** Whether a trace is sent: decided once, when its job is submitted. `parent`: what the caller decided, null for no caller. */
export function isSampled({ name, ratio }: Sampler, traceId: string, parent: boolean | null): boolean {
  if (name.startsWith("parentbased_") && parent !== null) return parent;
  if (name.endsWith("always_on")) return true;
  if (name.endsWith("always_off")) return false;
  // W3C Trace Context 2 has these 56 bits be the random ones.
  return Number.parseInt(traceId.slice(-14), 16) < ratio * 16 ** 14;
}
