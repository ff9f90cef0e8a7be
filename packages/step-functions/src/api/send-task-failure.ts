import { change } from "./action.ts";
import { errors } from "./api-error.ts";
import { optionalText } from "./request.ts";
import { settleByToken } from "./send-task.ts";

export const sendTaskFailure = change((engine, request) => {
  const error = optionalText(request, "error");
  const cause = optionalText(request, "cause");
  if ((error?.length ?? 0) > 256)
    throw errors.validation("error", error ?? null, "Member must have length less than or equal to 256");
  if ((cause?.length ?? 0) > 32_768) {
    throw errors.validation("cause", cause ?? null, "Member must have length less than or equal to 32768");
  }
  return settleByToken(engine, request, {
    ok: false,
    ...(error === undefined ? {} : { error }),
    ...(cause === undefined ? {} : { cause }),
  });
});
