import { change } from "./action.ts";
import { ApiError } from "./api-error.ts";
import { checkedSize, text } from "./request.ts";
import { settleByToken } from "./send-task.ts";

export const sendTaskSuccess = change((engine, request) => {
  const output = checkedSize("output", text(request, "output"), engine.limits);
  try {
    JSON.parse(output);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new ApiError("InvalidOutput", `Invalid Output: '${detail}'`);
  }
  return settleByToken(engine, request, { ok: true, output });
});
