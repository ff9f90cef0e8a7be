import { describeJsonError } from "../definition/describe-json-error.ts";
import { nestsTooDeep, tooDeepMessage } from "../definition/nesting.ts";
import { change } from "./action.ts";
import { ApiError } from "./api-error.ts";
import { checkedSize, text } from "./request.ts";
import { settleByToken } from "./send-task.ts";

export const sendTaskSuccess = change((engine, request) => {
  const output = checkedSize("output", text(request, "output"), engine.limits);
  if (nestsTooDeep(output)) throw new ApiError("InvalidOutput", `Invalid Output: '${tooDeepMessage}'`);
  try {
    JSON.parse(output);
  } catch (error) {
    const { message } = describeJsonError(output, error);
    throw new ApiError("InvalidOutput", `Invalid Output: '${message}'`);
  }
  return settleByToken(engine, request, { ok: true, output });
});
