import type { Engine } from "./engine.ts";
import type { ExecutionRecord, Thread } from "./execution.ts";

export class MapRuns {
  constructor(_engine: Engine) {}
  childEnded(_arn: string, _record: ExecutionRecord): void {}
  abort(_arn: string): void {}
  read(_thread: Thread): void {}
  resume(): void {}
}
