import * as z from "zod";

/** Name of the artifact → a link that works without a token for five minutes. */
export const Links = z.record(z.string(), z.url());
export type Links = z.infer<typeof Links>;
