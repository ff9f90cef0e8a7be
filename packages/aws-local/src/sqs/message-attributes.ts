import { createHash } from "node:crypto";
import { isMap, type ParameterReader } from "./parameters.ts";
import { invalidContents, invalidQueueParameter, notReadable } from "./service-error.ts";

export interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string;
  /** Base64. */
  readonly BinaryValue?: string;
}
export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

const largestCount = 10;
/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html */
const namePattern = /^(?!aws\.|amazon\.)(?!\.)(?!.*\.\.)[\w.-]{1,256}(?<!\.)$/i;
const typePattern = /^(String|Number|Binary)(\..{1,249})?$/;

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const notForMessages = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

export function checkContents(text: string): void {
  if (notForMessages.test(text)) throw invalidContents();
}

export const messageAttributes: ParameterReader<MessageAttributes> = (value, name) => {
  if (!isMap(value)) throw notReadable(`${name} is no map.`);
  const entries = Object.entries(value);
  if (entries.length > largestCount)
    throw invalidQueueParameter(
      `Number of message attributes [${entries.length}] exceeds the allowed maximum [10].`,
    );
  return Object.fromEntries(entries.map(([key, one]) => [key, attributeOf(key, one)]));
};

/** All that the service knows: the trace of whoever sends. */
export const systemAttributes: ParameterReader<MessageAttributes> = (value, name) => {
  const read = messageAttributes(value, name);
  for (const key of Object.keys(read))
    if (key !== "AWSTraceHeader")
      throw invalidQueueParameter(`Message system attribute name '${key}' is invalid.`);
  return read;
};

function attributeOf(name: string, value: unknown): MessageAttribute {
  const wrong = (reason: string) => invalidQueueParameter(`The message attribute '${name}' ${reason}`);
  if (!namePattern.test(name)) throw wrong("has an invalid name.");
  if (!isMap(value)) throw notReadable(`The attribute ${name} is no map.`);
  const { DataType: type, StringValue: text, BinaryValue: bytes, ...others } = value;
  if (typeof type !== "string" || !typePattern.test(type))
    throw wrong(
      "has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.",
    );
  if (Object.keys(others).length > 0) throw wrong("may have a StringValue or a BinaryValue alone.");
  if (type.startsWith("Binary")) {
    if (typeof bytes !== "string" || bytes === "") throw wrong("must contain a non-empty BinaryValue.");
    return { DataType: type, BinaryValue: bytes };
  }
  if (typeof text !== "string" || text === "") throw wrong("must contain a non-empty StringValue.");
  checkContents(text);
  if (type.startsWith("Number") && Number.isNaN(Number(text)))
    throw wrong("must have a number as its value.");
  return { DataType: type, StringValue: text };
}

const bytesOf = ({ StringValue: text, BinaryValue: bytes }: MessageAttribute): Buffer =>
  text === undefined ? Buffer.from(bytes ?? "", "base64") : Buffer.from(text);

/** They count for a message's size with name, type and value. */
export const attributeBytes = (attributes: MessageAttributes): number =>
  Object.entries(attributes).reduce(
    (sum, [name, one]) =>
      sum + Buffer.byteLength(name) + Buffer.byteLength(one.DataType) + bytesOf(one).length,
    0,
  );

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html#sqs-attributes-md5-message-digest-calculation */
export function attributesMd5(attributes: MessageAttributes): string {
  const hash = createHash("md5");
  const add = (bytes: Buffer): void => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const name of Object.keys(attributes).sort()) {
    const one = attributes[name];
    if (one === undefined) continue;
    add(Buffer.from(name));
    add(Buffer.from(one.DataType));
    hash.update(Buffer.from([one.StringValue === undefined ? 2 : 1]));
    add(bytesOf(one));
  }
  return hash.digest("hex");
}
