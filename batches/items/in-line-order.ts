interface InFile {
  /** Its place in the batch's file. */
  readonly line: number;
}

/**
 * Items of a batch in the order of its file: the table has them by keys, an order that means nothing. A batch has 100,000 of them and
 * a function 512 MB, so they are held as text, which takes a fraction of what they take as objects.
 */
export async function inLineOrder<Item extends InFile>(
  items: AsyncIterable<Item>,
): Promise<() => Generator<Item>> {
  const held: { readonly line: number; readonly text: string }[] = [];
  for await (const item of items) held.push({ line: item.line, text: JSON.stringify(item) });
  held.sort((one, other) => one.line - other.line);
  return function* () {
    for (const { text } of held) yield JSON.parse(text) as Item;
  };
}
