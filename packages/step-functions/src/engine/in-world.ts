import type { Limits } from "../execution/limits.ts";
import { SLICE_MS } from "../execution/step-evaluations.ts";
import type { World } from "./world.ts";

/** What a state that runs has of the world around it. */
export abstract class InWorld {
  readonly world: World;
  readonly timeMs = SLICE_MS;

  constructor(world: World) {
    this.world = world;
  }

  get region(): string {
    return this.world.region;
  }

  get limits(): Limits {
    return this.world.limits;
  }

  now(): number {
    return this.world.clock.now();
  }

  readonly random = (): number => this.world.random();
  readonly uuid = (): string => this.world.uuid();
  readonly whenOver = () => "postpone" as const;
}
