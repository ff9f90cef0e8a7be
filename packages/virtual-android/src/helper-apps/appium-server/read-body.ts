import * as z from "zod";
import { WebDriverError } from "./web-driver-error.ts";

/** The body as the command takes it. @throws WebDriverError that names the field */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new WebDriverError(
    "invalid argument",
    z.prettifyError(read.error).replaceAll("\n", " ").slice(0, 500),
  );
}
