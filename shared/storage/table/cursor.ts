import * as z from "zod";
import { DroverError } from "../../errors/drover-error.ts";

/** `list` names what was listed, with its tenant and filter; `after` is the last item's place in it. */
const Cursor = z.strictObject({ v: z.literal(1), list: z.string(), after: z.string().min(1) });

export const encodeCursor = (list: string, after: string): string =>
  Buffer.from(JSON.stringify({ v: 1, list, after } satisfies z.infer<typeof Cursor>)).toString("base64url");

/**
 * A cursor only says where to continue; the partition comes from the caller's own tenant, so a forged one can at most
 * skip entries. A cursor of another list, filter or tenant is refused rather than read as an odd page.
 */
export function decodeCursor(list: string, cursor: string, after: z.ZodType<string>): string {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(cursor, "base64url").toString("utf8")));
  if (!parsed.success || parsed.data.list !== list) throw badCursor(cursor);
  const place = after.safeParse(parsed.data.after);
  if (!place.success) throw badCursor(cursor);
  return place.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const badCursor = (cursor: string): DroverError =>
  new DroverError("InvalidRequest", "The cursor does not belong to this list.", {
    advice: ["Use the nextCursor of the previous page unchanged, or omit cursor to start again."],
    details: {
      errors: [{ field: "cursor", value: cursor.slice(0, 100), message: "does not belong to this list" }],
    },
  });

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

/** Cuts `limit` items out of the `limit + 1` that were asked for; `more`: the database has further ones. */
export function pageFrom<Item>(
  found: readonly Item[],
  more: boolean,
  request: PageRequest,
  cursorAfter: (item: Item) => string,
): Page<Item> {
  const items = found.slice(0, request.limit);
  const last = items.at(-1);
  return (more || found.length > request.limit) && last !== undefined
    ? { items, nextCursor: cursorAfter(last) }
    : { items };
}
