import type * as z from "zod";
import type { Scope } from "../scope.ts";

/** One operation of the public API: the router, the OpenAPI document, the scopes and the command's client derive from it. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/${string}`;
  /** What the caller's token must allow; null: anyone may ask, without a token. */
  readonly scope: Scope | null;
  /** Without scope: what its `Authorization` header carries all the same, and its handler looks at. */
  readonly bearer?: "liveLink";
  /** Groups operations in the OpenAPI document. */
  readonly tag:
    | "jobs"
    | "sessions"
    | "batches"
    | "schedules"
    | "devices"
    | "pools"
    | "farm"
    | "secrets"
    | "webhooks"
    | "description";
  readonly summary: string;
  /** An id in the path that does not fit is not found. */
  readonly parameters?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** How large the body may be; absent: 256. */
  readonly bodyKilobytes?: number;
  /** The field that needs so much: a body without it is held to 256. */
  readonly largeField?: string;
  /** No part of the body appears in responses, not even in errors. */
  readonly confidential?: true;
  /** The response is text/event-stream; absent: JSON. */
  readonly streams?: true;
  /** It has an ETag, and If-None-Match saves its body when nothing has changed. */
  readonly revalidates?: true;
  readonly status: number;
  readonly response: z.ZodType;
  /** Codes of the error catalogue, beside those that every route may answer. */
  readonly problems: readonly string[];
}
