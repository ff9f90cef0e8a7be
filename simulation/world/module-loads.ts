import { registerHooks } from "node:module";
import { real } from "./real.ts";

/** Turns of Node's loop after which a module that was read has led to its imports, and its last one to whoever asked for it. */
const turnsOfALoad = 3;

/**
 * Modules that are imported when they are first needed, which Node reads outside the simulation. Whether one is being read is seen from its
 * files and from the requests that are under way.
 */
export class ModuleLoads implements Disposable {
  #recent = 0;
  readonly #hooks = registerHooks({
    resolve: (specifier, context, next) => {
      this.#recent = turnsOfALoad;
      return next(specifier, context);
    },
    load: (url, context, next) => {
      this.#recent = turnsOfALoad;
      return next(url, context);
    },
  });

  /** Resolves when none is being read. */
  async settle(): Promise<void> {
    while (this.#recent > 0 || process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"))) {
      this.#recent -= 1;
      await real.nextTurn();
    }
  }

  [Symbol.dispose](): void {
    this.#hooks.deregister();
  }
}
