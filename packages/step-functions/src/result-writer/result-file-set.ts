import type { S3Client } from "@aws-sdk/client-s3";
import type { WriterConfig } from "../definition/asl.ts";
import type { JsonValue } from "../expression/json-value.ts";
import { S3TextUpload } from "./s3-text-upload.ts";

/** An entry of `ResultFiles` in the manifest. */
export interface ResultFile {
  readonly Key: string;
  readonly Size: number;
}

export interface ResultFileOptions {
  readonly bucket: string;
  /** Key of the file with this number. */
  readonly keyOf: (index: number) => string;
  readonly outputType: NonNullable<WriterConfig["OutputType"]>;
  /** A file that would grow beyond this is closed and the next one started. */
  readonly fileBytes: number;
  readonly signal: AbortSignal;
}

/** The files of one group of results, `SUCCEEDED_0.json` and so on, written one after the other. */
export class ResultFileSet {
  readonly #s3: S3Client;
  readonly #options: ResultFileOptions;
  readonly #files: ResultFile[] = [];
  #open: S3TextUpload | undefined;

  constructor(s3: S3Client, options: ResultFileOptions) {
    this.#s3 = s3;
    this.#options = options;
  }

  async add(value: JsonValue): Promise<void> {
    const text = JSON.stringify(value);
    const lines = this.#options.outputType === "JSONL";
    const size = Buffer.byteLength(text, "utf8") + 2;
    if (this.#open !== undefined && this.#open.bytes + size > this.#options.fileBytes) await this.#close();
    if (this.#open === undefined) {
      const key = this.#options.keyOf(this.#files.length);
      this.#open = new S3TextUpload(this.#s3, { bucket: this.#options.bucket, key }, this.#options.signal);
      await this.#open.write(lines ? text : `[${text}`);
    } else {
      await this.#open.write(lines ? `\n${text}` : `,${text}`);
    }
  }

  /** Closes the last file; none are left when there were no results. */
  async finish(): Promise<readonly ResultFile[]> {
    await this.#close();
    return this.#files;
  }

  async abort(): Promise<void> {
    await this.#open?.abort();
  }

  async #close(): Promise<void> {
    const upload = this.#open;
    if (upload === undefined) return;
    await upload.write(this.#options.outputType === "JSONL" ? "\n" : "]");
    await upload.complete();
    this.#open = undefined;
    this.#files.push({ Key: upload.key, Size: upload.bytes });
  }
}
