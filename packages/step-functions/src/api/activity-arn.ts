import { ApiError, errors } from "./api-error.ts";
import { type Request, text } from "./request.ts";

const ACTIVITY_ARN = /^arn:[^:]+:states:[^:]+:\d{12}:activity:[^:]+$/;

export function activityArn(request: Request): string {
  const arn = text(request, "activityArn");
  if (!ACTIVITY_ARN.test(arn)) throw errors.invalidArn(`Invalid ARN: ${arn}`);
  return arn;
}

export const activityDoesNotExist = (arn: string) =>
  new ApiError("ActivityDoesNotExist", `Activity Does Not Exist: '${arn}'`);
