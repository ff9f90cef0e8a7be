import { fillAnswerForm } from "@drover/practice-model";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildPrompt } from "#agent/prompt/prompt.ts";
import { answerSchemaProblem, checkAnswer } from "#agent/replies/answer-form.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import type { AnswerSchema } from "#shared/contracts/job/answer-schema.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import { anyCharacter } from "../../any-character.ts";
import { observation } from "../samples.ts";

const receipt = {
  type: "object",
  properties: { total: { type: "number" }, shop: { type: "string", maxLength: 40 } },
  required: ["total"],
  additionalProperties: false,
};
const answered = (answer: string | undefined, schema: AnswerSchema = receipt) => {
  try {
    checkAnswer({ status: "success", ...(answer === undefined ? {} : { answer }) }, schema);
    return null;
  } catch (error) {
    return error;
  }
};

describe("an answer with a form", () => {
  it.each(['{"total": 12.5}', ' {"shop": "Ö", "total": 1}\n'])("[spec G5] takes %j", (answer) => {
    expect(answered(answer)).toBeNull();
  });

  it.each([
    [undefined, "there is none"],
    ["12.5", "must be object"],
    ['{"total": "12.5"}', "total: must be number"],
    ['{"shop": "x"}', "must have required property 'total'"],
    ['{"total": 1, "tax": 2}', "must NOT have additional properties"],
    ["```json\n{}\n```", "it is no JSON"],
  ])("[spec G5] refuses %j in words for the model", (answer, problem) => {
    expect(answered(answer)).toMatchObject({
      code: "ValidationError",
      audience: "model",
      message: expect.stringContaining(problem),
    });
  });

  it("asks nothing of an agent that cannot do the task", () => {
    expect(() => checkAnswer({ status: "infeasible" }, receipt)).not.toThrow();
  });

  it("is told beside the task, which stands first", () => {
    const input = {
      task: "What was the total?",
      answerSchema: receipt,
      history: [],
      tree: null,
      observation,
      stepNumber: 1,
      maxSteps: 5,
      elapsedSeconds: 0,
      actions: builtInActions,
      marker: "q8w7e6",
    };
    for (const dialect of ["tool-use", "lean"] as const) {
      const [message] = buildPrompt({ ...input, dialect }).messages;
      const [first] = message?.parts ?? [];
      expect(first?.type === "text" && first.text).toMatch(
        /^<task>\nWhat was the total\?\n<\/task>\n<answer_form>\n.*"total":.*\n<\/answer_form>/s,
      );
    }
  });
});

describe("the schema of an answer", () => {
  const problemOf = (answerSchema: unknown) => {
    const parsed = JobRequest.safeParse({ task: "x", answerSchema });
    if (parsed.success) return null;
    const [issue] = parsed.error.issues;
    return `${issue?.path.join(".")}: ${issue?.message}`;
  };
  const nested = (depth: number): object =>
    depth === 0 ? { type: "string" } : { type: "object", properties: { a: nested(depth - 1) } };

  it.each([
    [{ type: "object", properties: { a: { pattern: "(a+)+$" } } }, "answerSchema.properties.a.pattern"],
    [{ $ref: "http://169.254.169.254/" }, "answerSchema.$ref"],
    [{ items: { $ref: "#" } }, "answerSchema.items.$ref"],
    [{ anyOf: [{}, { $defs: {} }] }, "answerSchema.anyOf.1.$defs"],
    [{ constructor: 1 }, "answerSchema.constructor: is not a supported keyword"],
    [{ properties: [] }, "answerSchema.properties: must be schemas by name"],
    [nested(12), "nested deeper than"],
    [{ description: "x".repeat(9_000) }, "at most 8000 characters"],
  ])("[spec G5] is refused with its place: %j", (schema, problem) => {
    expect(problemOf(schema)).toContain(problem);
  });

  it("is refused for what is no schema", () => {
    expect(answerSchemaProblem({ type: "strng" })).toContain("type");
    expect(answerSchemaProblem({ properties: { a: { minimum: "3" } } })).toContain("properties.a.minimum");
    expect(answerSchemaProblem(receipt)).toBeNull();
    expect(
      answerSchemaProblem({ $schema: "http://json-schema.org/draft-07/schema#", type: "array" }),
    ).toBeNull();
  });

  it("never throws anything but an error for the model, whatever schema was taken and whatever was answered", () => {
    const type = fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null");
    const size = fc.nat(5);
    const schemaOf = (inner: fc.Arbitrary<AnswerSchema>) =>
      fc.record(
        {
          type,
          properties: fc.dictionary(fc.constantFrom("a", "constructor", "é"), inner, { maxKeys: 2 }),
          items: inner,
          enum: fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 3 }),
          minLength: size,
          maxItems: size,
          anyOf: fc.array(inner, { minLength: 1, maxLength: 2 }),
          description: fc.string({ unit: anyCharacter }),
        },
        { requiredKeys: [] },
      );
    const schema = schemaOf(schemaOf(fc.record({ type })));
    fc.assert(
      fc.property(
        fc.oneof(schema, fc.constant(receipt)),
        fc.oneof(fc.json(), fc.string()),
        (form, answer) => {
          const error = answered(answer, form);
          if (error !== null) expect(error).toMatchObject({ code: "ValidationError" });
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("the practice model with a form", () => {
  it.each([
    [receipt, ["12.5", "Corner Shop"], '{"total":12.5,"shop":"Corner Shop"}'],
    [receipt, ["none"], null],
    [{ type: "object", properties: { names: { type: "array" } } }, ["Ann, Bo"], '{"names":["Ann","Bo"]}'],
    [{ type: "integer" }, ["3"], "3"],
  ])("fills %j with %j", (form, answers, filled) => {
    expect(fillAnswerForm(form, answers)).toBe(filled);
  });
});
