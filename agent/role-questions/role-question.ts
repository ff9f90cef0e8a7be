import * as z from "zod";
import type { ModelPart, ToolDefinition } from "../models/model-provider.ts";
import { type AnsweringRole, answerTools } from "./answer-tools.ts";

/** What a role is asked, and the form of its answer. */
export interface RoleQuestion<Answer extends z.ZodObject = z.ZodObject> {
  readonly role: AnsweringRole;
  /** Who the model is in this and how it answers; the same for every question of the kind, so that it can be cached. */
  readonly system: string;
  /** What a device, a model or a person wrote is between fences (`prompt-text.ts`). */
  readonly parts: readonly ModelPart[];
  readonly answer: {
    /** What the tool is for. */
    readonly description: string;
    readonly schema: Answer;
  };
}

type AnswerForm = Pick<ToolDefinition["parameters"], "properties"> & {
  readonly required: string[] | undefined;
};

/** The schemas are made once, a question often. */
const forms = new WeakMap<z.ZodObject, AnswerForm>();

function jsonSchemaOf(schema: z.ZodObject): AnswerForm {
  const known = forms.get(schema);
  if (known !== undefined) return known;
  const { properties = {}, required } = z.toJSONSchema(schema, {
    io: "input",
    reused: "inline",
    unrepresentable: "any",
  });
  const form = { properties: properties as ToolDefinition["parameters"]["properties"], required };
  forms.set(schema, form);
  return form;
}

/** The answer as a tool that the model calls. */
export function answerTool({ role, answer }: RoleQuestion): ToolDefinition {
  const { properties, required } = jsonSchemaOf(answer.schema);
  return {
    name: answerTools[role],
    description: answer.description,
    parameters: { type: "object", properties, ...(required === undefined ? {} : { required }) },
  };
}

/** The same for a model that takes no tools. */
export function answerInText(question: RoleQuestion): string {
  const { name, description, parameters } = answerTool(question);
  return `Answer with one JSON object and nothing else, the arguments of "${name}" (${description}), by this schema:\n${JSON.stringify(parameters)}`;
}
