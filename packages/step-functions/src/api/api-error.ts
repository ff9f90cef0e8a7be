/** An error of the service's API; the SDK throws it under `errorName`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly errorName: string;

  constructor(errorName: string, message: string) {
    super(message);
    this.errorName = errorName;
  }
}

export const errors = {
  invalidArn: (detail: string) => new ApiError("InvalidArn", `Invalid Arn: '${detail}'`),
  invalidName: (name: string) => new ApiError("InvalidName", `Invalid Name: '${name}'`),
  invalidToken: (detail: string) => new ApiError("InvalidToken", `Invalid Token: '${detail}'`),
  executionDoesNotExist: (arn: string) =>
    new ApiError("ExecutionDoesNotExist", `Execution Does Not Exist: '${arn}'`),
  machineDoesNotExist: (arn: string) =>
    new ApiError("StateMachineDoesNotExist", `State Machine Does Not Exist: '${arn}'`),
  validation: (member: string, value: string | number | null, constraint: string) =>
    new ApiError(
      "ValidationException",
      `1 validation error detected: Value ${value === null ? "null" : `'${value}'`} at '${member}' failed to satisfy constraint: ${constraint}`,
    ),
  typeNotSupported: () =>
    new ApiError(
      "StateMachineTypeNotSupported",
      "This operation is not supported by this type of state machine",
    ),
};
