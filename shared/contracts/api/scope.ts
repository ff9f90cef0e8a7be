import * as z from "zod";

/** What a token may allow its bearer. */
export const Scope = z.enum([
  "jobs:read",
  "jobs:write",
  "devices:read",
  "devices:write",
  "secrets:write",
  "farm:write",
]);
export type Scope = z.infer<typeof Scope>;
