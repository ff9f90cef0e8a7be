import * as z from "zod";

export const Tag = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:=/-]{0,49}$/, "must be 1 to 50 letters, digits or any of ._:=/-");
export type Tag = z.infer<typeof Tag>;
