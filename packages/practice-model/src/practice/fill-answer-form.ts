/** A form as it stands in a prompt, as far as the practice model reads one. */
interface Form {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Form>>;
  readonly required?: unknown;
}

/**
 * What was found, in the form that the job asks for: each finding in the next field, a form of no fields by the one
 * finding. Null: the practice model cannot fill it in.
 */
export function fillAnswerForm(schema: unknown, answers: readonly string[]): string | null {
  if (typeof schema !== "object" || schema === null) return null;
  const form: Form = schema;
  if (form.properties === undefined) {
    const value = fieldValue(form, answers.join(", "));
    return value === undefined ? null : JSON.stringify(value);
  }
  const fields = Object.entries(form.properties);
  const filled = fields.flatMap(([name, field], index) => {
    const answer = fields.length === 1 ? answers.join(", ") : answers[index];
    const value = answer === undefined ? undefined : fieldValue(field, answer);
    return value === undefined ? [] : [[name, value]];
  });
  const given = Object.fromEntries(filled);
  const required = Array.isArray(form.required) ? form.required : [];
  return required.every((name) => Object.hasOwn(given, String(name))) ? JSON.stringify(given) : null;
}

function fieldValue({ type }: Form, answer: string): unknown {
  if (type === "array") return answer === "none" ? [] : answer.split(", ");
  if (type !== "number" && type !== "integer")
    return type === undefined || type === "string" ? answer : undefined;
  const number = Number(answer);
  return answer === "" || Number.isNaN(number) ? undefined : number;
}
