import type { State } from "../definition/asl.ts";
import { isJsonObject, type JsonValue } from "../expression/json-value.ts";

/** Whether a mocked result has the shape of what it stands for; says what is wrong in the service's words. */
export function mockProblem(state: State, result: JsonValue): string | undefined {
  if (state.Type === "Parallel") {
    if (!Array.isArray(result)) return "Mocked result must be an array.";
    if (result.length === state.Branches.length) return undefined;
    return "Mocked result must contain the same number of items as number of Parallel branches.";
  }
  if (state.Type !== "Map") return undefined;
  const exports = state.ResultWriter?.Resource !== undefined;
  if (exports) return isJsonObject(result) ? undefined : "Mocked result must be a JSON object.";
  return Array.isArray(result) ? undefined : "Mocked result must be an array.";
}
