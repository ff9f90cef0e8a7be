import * as z from "zod";

/** What is before the API says itself, in an account and on one machine alike (docs/decisions/0020-unauthorized-body.md). */
export const GatewayRefusal = z
  .object({ message: z.string() })
  .describe("An error of the gateway itself; the header www-authenticate says what is wrong with a token.");
