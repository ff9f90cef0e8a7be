import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import vm from "node:vm";

/**
 * JSONata 2.0.6 reads `input[key]`, so that every object seems to have a `constructor` and a `toString`, and asks objects
 * whose keys are an author's for their own `hasOwnProperty`. The service knows the keys that are in the JSON, and no others.
 */
const OWN_KEYS = [
  ["result = input[key];", "if (Object.prototype.hasOwnProperty.call(input, key)) result = input[key];"],
  ["groups.hasOwnProperty(key)", "Object.prototype.hasOwnProperty.call(groups, key)"],
  ["bindings.hasOwnProperty(name)", "Object.prototype.hasOwnProperty.call(bindings, name)"],
] as const;

function withOwnKeys(source: string): string {
  return OWN_KEYS.reduce((code, [theirs, ours]) => {
    if (code.split(theirs).length !== 2) throw new Error(`this JSONata does not have '${theirs}' once`);
    return code.replace(theirs, ours);
  }, source);
}

const source = withOwnKeys(readFileSync(createRequire(import.meta.url).resolve("jsonata"), "utf8"));

/** Its value is JSONata, in whichever context it is run. */
export const jsonataScript = new vm.Script(
  `(() => { const module = { exports: {} }; const exports = module.exports;\n${source}\n; return module.exports; })()`,
);

export const ownKeysJsonata = jsonataScript.runInThisContext();
