import * as z from "zod";

/** One page of a list. `nextCursor` is opaque and absent on the last page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().optional() });

const wholeNumber = "must be a whole number from 1 to 100";

export const PageQuery = z.strictObject({
  limit: z.coerce.number(wholeNumber).int(wholeNumber).min(1, wholeNumber).max(100, wholeNumber).default(20),
  cursor: z.string().min(1).max(2_000).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;
