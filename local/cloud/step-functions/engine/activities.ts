import type { Engine } from "./engine.ts";

export class Activities {
  constructor(_engine: Engine) {}
  withdraw(_token: string): void {}
}
