/** An answer that refuses, with the name and the status that the service has for it. */
export class SchedulerRefusal extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, status: number, message: string) {
    super(message);
    this.type = type;
    this.status = status;
  }
}

export const invalidScheduleParameter = (message: string): SchedulerRefusal =>
  new SchedulerRefusal("ValidationException", 400, message);

export const notFound = (what: string): SchedulerRefusal =>
  new SchedulerRefusal("ResourceNotFoundException", 404, `${what} does not exist.`);

export const conflict = (what: string): SchedulerRefusal =>
  new SchedulerRefusal("ConflictException", 409, `${what} already exists.`);

export const unknownSchedulerOperation = (method: string, path: string): SchedulerRefusal =>
  new SchedulerRefusal(
    "UnknownOperationException",
    404,
    `The local EventBridge Scheduler does not know ${method} ${path}.`,
  );
