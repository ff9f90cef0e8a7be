import { parse } from "csv-parse/sync";
import { SaxesParser } from "saxes";
import { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import type { ResultFormat } from "#shared/contracts/batch/batch-result.ts";
import { resultFormats } from "#shared/rules/batch-results/result-formats.ts";
import type { ResultSource } from "#shared/rules/batch-results/result-source.ts";

export const sourceOf = (items: Iterable<BatchItem>, more: Partial<ResultSource> = {}): ResultSource => ({
  batch: Batch.pick({ batchId: true, name: true, lineCount: true, changes: true }).parse({
    batchId: "01JBATCH000000000000000000",
    name: "nightly",
    lineCount: 3,
  }),
  items: () => items,
  ...more,
});

export async function written(format: ResultFormat, source: ResultSource): Promise<string> {
  return (await Array.fromAsync(resultFormats[format].write(source))).join("");
}

export const csvRows = (text: string): readonly Readonly<Record<string, string>>[] =>
  parse(text, { columns: true });

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** By a parser that takes nothing but well-formed XML. */
export function readXml(text: string): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  const [first] = root.children;
  if (!first) throw new Error("no element");
  return first;
}
