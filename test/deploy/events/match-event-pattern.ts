type Pattern = Readonly<Record<string, unknown>>;

/**
 * Whether a rule's pattern fits an event, for what our templates use of EventBridge's patterns: exact values of fields and of fields
 * within them. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern.html
 * @throws Error for an operator (`prefix`, `exists`, `anything-but`, `$or` and so on), which is not known here
 */
export function matchesPattern(pattern: Pattern, event: unknown): boolean {
  // All of it is read, so that what is not known is told whatever the event says.
  const fits = Object.entries(pattern).map(([field, wanted]) => {
    if (field.startsWith("$")) throw new Error(`no rehearsal knows ${field} of event patterns`);
    const given = isObject(event) ? event[field] : undefined;
    if (Array.isArray(wanted)) return isOneOf(wanted, given);
    if (!isObject(wanted)) throw new Error(`an event pattern's ${field} is neither a list nor an object`);
    return matchesPattern(wanted, given);
  });
  return fits.every((one) => one);
}

const isObject = (value: unknown): value is Pattern =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Of a list in the event one value is enough. */
function isOneOf(wanted: readonly unknown[], given: unknown): boolean {
  const operator = wanted.find((one) => typeof one === "object" && one !== null);
  if (operator !== undefined)
    throw new Error(`no rehearsal knows ${JSON.stringify(operator)} of event patterns`);
  const values = Array.isArray(given) ? given : [given];
  return values.some((value) => value !== undefined && wanted.includes(value));
}
