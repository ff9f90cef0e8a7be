import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { publishedSchemas } from "#api/farm/published-schemas.ts";

/** Expects of a value that it fits a published schema. */
export function checkedBy(schemaFile: keyof ReturnType<typeof publishedSchemas>): (value: unknown) => void {
  const schema = publishedSchemas()[schemaFile];
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  return (value) => {
    validate(value);
    expect(validate.errors ?? []).toEqual([]);
  };
}
