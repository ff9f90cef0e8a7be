import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { ReaderConfig } from "../definition/asl.ts";
import { ItemReaderFailedError } from "./item-reader-failed-error.ts";
import type { MapItem } from "./map-item.ts";

const delimiters = { COMMA: ",", PIPE: "|", SEMICOLON: ";", SPACE: " ", TAB: "\t" } as const;

/** Longest row, in bytes. */
const longestRow = 8 * 1024 * 1024;

/**
 * One item a row: an object of header and text. A row that is too short has empty text for what it lacks, one that
 * is too long loses what has no header, as the service does it.
 */
export async function* readCsvItems(
  text: AsyncIterable<string>,
  config: ReaderConfig,
  source: string,
): AsyncGenerator<MapItem> {
  const input = Readable.from(text);
  const parser = parse({
    bom: true,
    delimiter: delimiters[config.CSVDelimiter ?? "COMMA"],
    max_record_size: longestRow,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  input.on("error", (error) => parser.destroy(error));
  input.pipe(parser);
  try {
    let headers: readonly string[] | undefined =
      config.CSVHeaderLocation === "GIVEN" ? distinct(config.CSVHeaders ?? []) : undefined;
    for await (const row of parser) {
      if (headers === undefined) {
        headers = distinct(row);
        continue;
      }
      const value = Object.fromEntries(headers.map((header, index) => [header, row[index] ?? ""]));
      yield { input: value, value, source };
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new ItemReaderFailedError(`The S3 object is not valid CSV: ${error.message}`);
    throw error;
  } finally {
    input.destroy();
    parser.destroy();
  }
}

function distinct(headers: readonly string[]): readonly string[] {
  if (new Set(headers).size === headers.length) return headers;
  throw new ItemReaderFailedError("CSV headers cannot contain duplicates.");
}
