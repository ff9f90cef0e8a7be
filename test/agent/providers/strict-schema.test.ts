import { describe, expect, it } from "vitest";
import * as z from "zod";
import { strictSchema, withoutAddedNulls } from "#agent/providers/openai/strict-schema.ts";

const jsonOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

describe("a schema of strict tools", () => {
  it("requires everything, and lets be null what may be left out", () => {
    const schema = z.strictObject({
      name: z.string().min(1).max(20),
      kind: z.enum(["a", "b"]).optional(),
      steps: z.array(z.strictObject({ text: z.string(), share: z.number().min(0).optional() })).max(3),
      either: z.union([z.string(), z.number()]).optional(),
    });
    expect(strictSchema(jsonOf(schema))).toEqual({
      type: "object",
      additionalProperties: false,
      required: ["name", "kind", "steps", "either"],
      properties: {
        name: { type: "string" },
        kind: { type: ["string", "null"], enum: ["a", "b", null] },
        steps: {
          type: "array",
          items: {
            type: "object",
            additionalProperties: false,
            required: ["text", "share"],
            properties: { text: { type: "string" }, share: { type: ["number", "null"] } },
          },
        },
        either: { type: ["string", "number", "null"] },
      },
    });
  });

  it.each([
    ["an object with any keys", z.strictObject({ given: z.record(z.string(), z.string()) })],
    ["anything at all", z.strictObject({ given: z.unknown() })],
    ["a tuple", z.strictObject({ given: z.tuple([z.string(), z.number()]) })],
    ["an object that is open", z.looseObject({ given: z.string() })],
    ["a schema that refers to itself", z.strictObject({ given: z.json() })],
  ])("has no words for %s", (_, schema) => {
    expect(strictSchema(jsonOf(schema))).toBeNull();
  });

  it("is read without the nulls that it added, and with those that the schema has itself", () => {
    const schema = jsonOf(
      z.strictObject({
        why: z.string().nullable(),
        note: z.string().optional(),
        steps: z.array(z.strictObject({ text: z.string(), share: z.number().optional() })),
      }),
    );
    const given = {
      why: null,
      note: null,
      steps: [
        { text: "a", share: null },
        { text: "b", share: 1 },
      ],
    };
    expect(withoutAddedNulls(given, schema)).toEqual({
      why: null,
      steps: [{ text: "a" }, { text: "b", share: 1 }],
    });
    expect(withoutAddedNulls("no JSON", schema)).toBe("no JSON");
  });
});
