import type { WireResponse } from "../../http/wire.ts";
import type { Database } from "../../sqlite/database.ts";
import type { Headers } from "../object-headers.ts";
import type { BodyStore } from "../store/body-store.ts";
import type { BucketStore } from "../store/bucket-store.ts";
import type { ObjectStore } from "../store/object-store.ts";
import type { UploadStore } from "../store/upload-store.ts";
import { type XmlContent, xmlDocument } from "../xml/write-xml.ts";

export interface S3Context {
  readonly database: Database;
  readonly bodies: BodyStore;
  readonly buckets: BucketStore;
  readonly objects: ObjectStore;
  readonly uploads: UploadStore;
  readonly region: string;
  readonly clock: () => Date;
}

export interface S3Call {
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface ObjectOperation {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  readonly of: "service" | "bucket" | "object";
  /** Names in the query that make a request this one. */
  readonly marks?: readonly string[];
  /** Other names in the query that it knows. */
  readonly query?: readonly string[];
  /** `x-amz-` headers that it knows, beside those that are always known. */
  readonly headers?: readonly string[];
  readonly run: (context: S3Context, call: S3Call) => WireResponse | Promise<WireResponse>;
}

const namespace = "http://s3.amazonaws.com/doc/2006-03-01/";

export const xmlAnswer = (
  root: string,
  content: { readonly [name: string]: XmlContent },
  headers: Headers = {},
): WireResponse => ({
  status: 200,
  headers: { "content-type": "application/xml", ...headers },
  body: xmlDocument(root, content, namespace),
});

export const emptyAnswer = (status: 200 | 204, headers: Headers = {}): WireResponse => ({
  status,
  headers,
  body: "",
});

export const quoted = (etag: string): string => `"${etag}"`;

/** Everything belongs to one. */
export const owner = { ID: "0".repeat(64) } as const;
