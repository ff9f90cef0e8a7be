import * as z from "zod";

type Attributes = Readonly<Record<string, string>>;

const Redrive = z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() });
const Statements = z.object({
  Statement: z.array(
    z.object({
      Effect: z.string(),
      Condition: z.object({ Bool: z.record(z.string(), z.unknown()) }).optional(),
    }),
  ),
});

/**
 * What a queue has otherwise than it must have, in words; what it has not yet is not a fault, but encryption, which is on unless
 * somebody turned it off.
 */
export function queueFaults(name: string, has: Attributes, wanted: Attributes): readonly string[] {
  const differing = Object.entries(wanted).flatMap(([attribute, value]) => {
    const given = has[attribute];
    return !given || meansTheSame(attribute, given, value) ? [] : [told(name, attribute, given, value)];
  });
  if (has.KmsMasterKeyId)
    return [...differing, `${name}: KmsMasterKeyId is your own key, which Drover's functions may not use`];
  return has.SqsManagedSseEnabled === "false"
    ? [...differing, `${name}: SqsManagedSseEnabled is false and must be true`]
    : differing;
}

const told = (name: string, attribute: string, given: string, wanted: string): string =>
  attribute === "Policy"
    ? `${name}: its Policy does not deny requests without TLS`
    : `${name}: ${attribute} is ${given} and must be ${wanted}`;

function meansTheSame(attribute: string, given: string, wanted: string): boolean {
  if (attribute === "Policy") return deniesWithoutTls(given);
  if (attribute !== "RedrivePolicy") return given === wanted;
  const [has, must] = [parsed(Redrive, given), parsed(Redrive, wanted)];
  return (
    has?.deadLetterTargetArn === must?.deadLetterTargetArn && has?.maxReceiveCount === must?.maxReceiveCount
  );
}

const deniesWithoutTls = (policy: string): boolean =>
  parsed(Statements, policy)?.Statement.some(
    ({ Effect, Condition }) =>
      Effect === "Deny" && String(Condition?.Bool["aws:SecureTransport"]) === "false",
  ) ?? false;

function parsed<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
