import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";

/** Expects of a value that it fits a schema of docs/. */
export async function checkedBy(schemaFile: string): Promise<(value: unknown) => void> {
  const schema: object = JSON.parse(await readFile(`docs/${schemaFile}`, "utf8"));
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  return (value) => {
    validate(value);
    expect(validate.errors ?? []).toEqual([]);
  };
}
