import type { Intent } from "../device.ts";

export function plainIntent(): Intent {
  return { categories: [], extras: {}, flags: 0 };
}
