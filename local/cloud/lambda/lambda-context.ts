/** The members of Lambda's Node.js context that hold in this host. */
export interface LambdaContext {
  readonly functionName: string;
  readonly functionVersion: "$LATEST";
  readonly invokedFunctionArn: string;
  readonly memoryLimitInMB: string;
  readonly awsRequestId: string;
  readonly logGroupName: string;
  readonly logStreamName: string;
  callbackWaitsForEmptyEventLoop: boolean;
  getRemainingTimeInMillis(): number;
}

export function lambdaContext(
  hosted: { readonly name: string; readonly timeoutSeconds: number; readonly memoryMegabytes: number },
  requestId: string,
  arn: string,
  clock: () => Date,
): LambdaContext {
  const deadline = clock().getTime() + hosted.timeoutSeconds * 1_000;
  return {
    functionName: hosted.name,
    functionVersion: "$LATEST",
    invokedFunctionArn: arn,
    memoryLimitInMB: String(hosted.memoryMegabytes),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${hosted.name}`,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - clock().getTime()),
  };
}
