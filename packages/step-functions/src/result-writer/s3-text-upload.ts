import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";

/** S3's least size of a part that is not the last. */
const partBytes = 5 * 1024 * 1024;

interface S3Target {
  readonly bucket: string;
  readonly key: string;
}

/**
 * Writes text to one object without holding all of it: what fits one part is put at once, more goes up in parts.
 * The object is there only after `complete`; `abort` leaves nothing behind.
 */
export class S3TextUpload {
  readonly key: string;
  readonly #s3: S3Client;
  readonly #target: S3Target;
  readonly #signal: AbortSignal;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #bytes = 0;
  #uploadId: string | undefined;
  readonly #parts: { ETag: string; PartNumber: number }[] = [];

  constructor(s3: S3Client, target: S3Target, signal: AbortSignal) {
    this.#s3 = s3;
    this.#target = target;
    this.#signal = signal;
    this.key = target.key;
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text, "utf8");
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#bytes += bytes.length;
    if (this.#pendingBytes >= partBytes) await this.#uploadPart();
  }

  async complete(): Promise<void> {
    const { bucket: Bucket, key: Key } = this.#target;
    if (this.#uploadId === undefined) {
      const put = { Bucket, Key, Body: this.#drain(), ContentType: "application/json" };
      await this.#s3.send(new PutObjectCommand(put), { abortSignal: this.#signal });
      return;
    }
    if (this.#pendingBytes > 0) await this.#uploadPart();
    const complete = { Bucket, Key, UploadId: this.#uploadId, MultipartUpload: { Parts: this.#parts } };
    await this.#s3.send(new CompleteMultipartUploadCommand(complete), { abortSignal: this.#signal });
  }

  /** Best effort after a failure: the failure that led here is what counts. */
  async abort(): Promise<void> {
    if (this.#uploadId === undefined) return;
    const { bucket: Bucket, key: Key } = this.#target;
    const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId: this.#uploadId });
    await this.#s3.send(command, { abortSignal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  }

  #drain(): Buffer {
    const body = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    return body;
  }

  async #uploadPart(): Promise<void> {
    const { bucket: Bucket, key: Key } = this.#target;
    const options = { abortSignal: this.#signal };
    if (this.#uploadId === undefined) {
      const create = new CreateMultipartUploadCommand({ Bucket, Key, ContentType: "application/json" });
      this.#uploadId = (await this.#s3.send(create, options)).UploadId;
    }
    const PartNumber = this.#parts.length + 1;
    const part = { Bucket, Key, UploadId: this.#uploadId, PartNumber, Body: this.#drain() };
    const { ETag } = await this.#s3.send(new UploadPartCommand(part), options);
    this.#parts.push({ ETag: ETag ?? "", PartNumber });
  }
}
