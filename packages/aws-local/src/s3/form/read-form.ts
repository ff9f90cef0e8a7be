import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import type { WireRequest } from "../../http/wire.ts";
import { S3Error } from "../s3-error.ts";

export interface UploadForm {
  /** Those before the file, by name in lower case; what comes behind it is not read, as S3 does. */
  readonly fields: ReadonlyMap<string, string>;
  readonly file: Buffer;
  readonly fileName: string;
}

/** S3 takes 20 KB of them before the file. */
const limits = { fields: 100, fieldNameSize: 200, fieldSize: 20 * 1_024, files: 2 } as const;

/** A body of multipart/form-data with one file. @throws S3Error in the service's words */
export async function readForm({
  headers,
  body,
}: Pick<WireRequest, "headers" | "body">): Promise<UploadForm> {
  const fields = new Map<string, string>();
  const files: { readonly pieces: Buffer[]; readonly name: string }[] = [];
  try {
    const parser = new Busboy({
      headers: { ...headers, "content-type": headers["content-type"] ?? "" },
      limits,
    });
    parser.on("field", (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) parser.destroy(tooMuch());
      if (files.length === 0) fields.set(name.toLowerCase(), value);
    });
    parser.on("fieldsLimit", () => parser.destroy(tooMuch()));
    parser.on("file", (field, stream, name) => {
      const pieces: Buffer[] = [];
      files.push({ pieces, name: name ?? field });
      stream.on("data", (piece: Buffer) => pieces.push(piece));
    });
    Readable.from([body]).pipe(parser);
    await finished(parser);
  } catch (error) {
    if (error instanceof S3Error) throw error;
    throw malformed();
  }
  const [first] = files;
  if (first === undefined || files.length > 1) throw notOneFile();
  return { fields, file: Buffer.concat(first.pieces), fileName: first.name };
}

const tooMuch = (): S3Error =>
  new S3Error(
    400,
    "MaxPostPreDataLengthExceeded",
    "Your POST request fields preceding the upload file were too large.",
  );

const malformed = (): S3Error =>
  new S3Error(
    400,
    "MalformedPOSTRequest",
    "The body of your POST request is not well-formed multipart/form-data.",
  );

const notOneFile = (): S3Error =>
  new S3Error(
    400,
    "IncorrectNumberOfFilesInPostRequest",
    "POST requires exactly one file upload per request.",
  );
