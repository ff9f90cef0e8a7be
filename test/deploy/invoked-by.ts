import type { LambdaResult } from "#local/cloud/lambda/lambda-host.ts";
import type { RehearsedCloud } from "./rehearsed-cloud.ts";

/** A service calls a function by its resource policy. @throws Error when no permission of the templates allows that */
export async function invokedBy(
  cloud: RehearsedCloud,
  functionArn: string,
  service: string,
  sourceArn: string,
  event: unknown,
): Promise<LambdaResult> {
  const name = functionArn.split(":").at(-1) ?? "";
  const isAllowed = cloud.invokePermissions.some(
    (one) => one.functionName === name && one.service === service && isLike(one.sourceArn, sourceArn),
  );
  if (!isAllowed) throw new Error(`no AWS::Lambda::Permission lets ${service} call ${name} for ${sourceArn}`);
  return cloud.functions.invoke(name, event);
}

/** `*` stands for any text. */
const isLike = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`).test(text);
