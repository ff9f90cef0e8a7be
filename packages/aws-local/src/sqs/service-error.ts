/** An answer that refuses: its `__type` in the JSON protocol, and the code of the older query protocol beside it. */
export class QueueError extends Error {
  readonly type: string;
  readonly queryCode: string;

  constructor(type: string, queryCode: string, message: string) {
    super(message);
    this.type = type;
    this.queryCode = queryCode;
  }

  /** As the entry of a batch names it. */
  get code(): string {
    return this.queryCode.slice(this.queryCode.lastIndexOf(".") + 1);
  }
}

const own = (name: string, message: string, queryCode = name): QueueError =>
  new QueueError(`com.amazonaws.sqs#${name}`, queryCode, message);
const common = (name: string, message: string, queryCode = name): QueueError =>
  new QueueError(`com.amazon.coral.service#${name}`, queryCode, message);
const old = "AWS.SimpleQueueService";

export const unknownQueueOperation = (name: string): QueueError =>
  common("UnknownOperationException", `The local SQS does not know ${name || "this request"}.`);
export const notReadable = (message: string): QueueError => common("SerializationException", message);
export const missingParameter = (name: string): QueueError =>
  common(
    "MissingRequiredParameterException",
    `The request must contain the parameter ${name}.`,
    "MissingParameter",
  );
export const invalidQueueParameter = (message: string): QueueError =>
  common("InvalidParameterValueException", message, "InvalidParameterValue");
export const invalidValue = (value: unknown, name: string, reason: string): QueueError =>
  invalidQueueParameter(`Value ${String(value)} for parameter ${name} is invalid. Reason: ${reason}`);

export const noSuchQueue = (): QueueError =>
  own("QueueDoesNotExist", "The specified queue does not exist.", `${old}.NonExistentQueue`);
export const invalidAddress = (url: string): QueueError =>
  own("InvalidAddress", `The address ${url} is not valid for this endpoint.`);
export const deletedRecently = (): QueueError =>
  own(
    "QueueDeletedRecently",
    "You must wait 60 seconds after deleting a queue before you can create another with the same name.",
    `${old}.QueueDeletedRecently`,
  );
export const queueExists = (attribute: string): QueueError =>
  own(
    "QueueNameExists",
    `A queue already exists with the same name and a different value for attribute ${attribute}`,
    "QueueAlreadyExists",
  );
export const unsupported = (what: string): QueueError =>
  own("UnsupportedOperation", `The local SQS has no ${what}.`, `${old}.UnsupportedOperation`);
export const unknownAttribute = (name: string): QueueError =>
  own("InvalidAttributeName", `Unknown Attribute ${name}.`);
export const refusedAttribute = (name: string): QueueError =>
  own("InvalidAttributeName", `The local SQS does not take the attribute ${name}.`);
export const invalidAttribute = (name: string): QueueError =>
  own("InvalidAttributeValue", `Invalid value for the parameter ${name}.`);
export const invalidContents = (): QueueError =>
  own("InvalidMessageContents", "Invalid characters were found in the message body.");
export const invalidHandle = (handle: string): QueueError =>
  own("ReceiptHandleIsInvalid", `The input receipt handle "${handle}" is not a valid receipt handle.`);
export const notInFlight = (): QueueError =>
  own("MessageNotInflight", "The message referred to isn't in flight.", `${old}.MessageNotInflight`);
export const overLimit = (): QueueError =>
  own("OverLimit", "Too many messages are in flight: delete some first.");

export const emptyBatch = (): QueueError =>
  own("EmptyBatchRequest", "There should be at least one entry in the request.", `${old}.EmptyBatchRequest`);
export const tooManyEntries = (count: number): QueueError =>
  own(
    "TooManyEntriesInBatchRequest",
    `Maximum number of entries per request are 10. You have sent ${count}.`,
    `${old}.TooManyEntriesInBatchRequest`,
  );
export const entriesNotDistinct = (id: string): QueueError =>
  own("BatchEntryIdsNotDistinct", `Id ${id} repeated.`, `${old}.BatchEntryIdsNotDistinct`);
export const invalidEntryId = (): QueueError =>
  own(
    "InvalidBatchEntryId",
    "A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.",
    `${old}.InvalidBatchEntryId`,
  );
export const batchTooLong = (bytes: number, limit: number): QueueError =>
  own(
    "BatchRequestTooLong",
    `Batch requests cannot be longer than ${limit} bytes. You have sent ${bytes} bytes.`,
    `${old}.BatchRequestTooLong`,
  );
