import * as z from "zod";

/** One page of a list. `nextCursor` is opaque and absent on the last page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), nextCursor: z.string().optional() });

export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().min(1).max(2_000).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;
