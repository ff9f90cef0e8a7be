/** A body in `aws-chunked` encoding, taken apart. */
export interface AwsChunks {
  readonly chunks: readonly { readonly data: Buffer; readonly signature: string | null }[];
  /** The lines after the last chunk, as they stand, without the signature's own. */
  readonly trailer: string;
  readonly trailerSignature: string | null;
}

const sizeLine = /^([0-9a-f]{1,8})(?:;chunk-signature=([0-9a-f]{64}))?$/i;
const signatureLine = /^x-amz-trailer-signature:([0-9a-f]{64})$/;

/**
 * Null when it is not well formed.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
 */
export function readAwsChunks(body: Buffer): AwsChunks | null {
  const chunks: { data: Buffer; signature: string | null }[] = [];
  for (let offset = 0; ; ) {
    const lineEnd = body.indexOf("\r\n", offset);
    const line = lineEnd < 0 ? null : sizeLine.exec(body.toString("latin1", offset, lineEnd));
    if (!line) return null;
    const size = Number.parseInt(line[1] ?? "", 16);
    const start = lineEnd + 2;
    const data = body.subarray(start, start + size);
    chunks.push({ data, signature: line[2] ?? null });
    if (size === 0) return { chunks, ...trailerOf(body.toString("latin1", start)) };
    if (data.length < size || body.toString("latin1", start + size, start + size + 2) !== "\r\n") return null;
    offset = start + size + 2;
  }
}

function trailerOf(text: string): Pick<AwsChunks, "trailer" | "trailerSignature"> {
  const lines = text.split(/[\r\n]+/).filter((line) => line !== "");
  const signed = lines.map((line) => signatureLine.exec(line)?.[1]).find((found) => found !== undefined);
  const trailer = lines.filter((line) => !signatureLine.test(line)).map((line) => `${line}\n`);
  return { trailer: trailer.join(""), trailerSignature: signed ?? null };
}
