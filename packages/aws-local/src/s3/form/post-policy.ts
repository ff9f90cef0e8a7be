import * as z from "zod";
import { S3Error } from "../s3-error.ts";

const Size = z.coerce.number().int().min(0);
const Condition = z.union([
  z.tuple([z.literal("eq"), z.string().startsWith("$"), z.string()]),
  z.tuple([z.literal("starts-with"), z.string().startsWith("$"), z.string()]),
  z.tuple([z.literal("content-length-range"), Size, Size]),
  z.record(z.string(), z.string()),
]);
const Policy = z.object({ expiration: z.iso.datetime(), conditions: z.array(Condition) });
export type PostPolicy = z.infer<typeof Policy>;

/** What whoever signed the form allows. @throws S3Error when it is none */
export function readPolicy(encoded: string): PostPolicy {
  try {
    return Policy.parse(JSON.parse(Buffer.from(encoded, "base64").toString("utf8")));
  } catch {
    throw new S3Error(
      400,
      "InvalidPolicyDocument",
      "Invalid Policy: it is not JSON of an expiration and conditions.",
    );
  }
}

interface Sent {
  readonly bucket: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly size: number;
}

/** Fields that no condition needs to name. */
const free = new Set(["policy", "x-amz-signature", "file"]);

/**
 * Every condition holds, and every field that was sent is named by one.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export function checkPostPolicy({ expiration, conditions }: PostPolicy, sent: Sent, now: Date): void {
  if (now.getTime() >= Date.parse(expiration)) throw denied("Policy expired.");
  const values = new Map([...sent.fields, ["bucket", sent.bucket]]);
  const named = new Set<string>();
  for (const condition of conditions) {
    if (Array.isArray(condition) && condition[0] === "content-length-range") {
      checkSize(condition[1], condition[2], sent.size);
      continue;
    }
    for (const [kind, name, value] of rulesOf(condition)) {
      named.add(name);
      const actual = values.get(name) ?? "";
      if (kind === "eq" ? actual !== value : !actual.startsWith(value))
        throw denied(`Policy Condition failed: ${JSON.stringify([kind, `$${name}`, value])}`);
    }
  }
  const extra = [...sent.fields.keys()].filter(
    (name) => !named.has(name) && !free.has(name) && !name.startsWith("x-ignore-"),
  );
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(", ")}`);
}

type Rule = readonly [kind: "eq" | "starts-with", name: string, value: string];

const rulesOf = (condition: PostPolicy["conditions"][number]): readonly Rule[] => {
  if (!Array.isArray(condition))
    return Object.entries(condition).map(([name, value]) => ["eq", name.toLowerCase(), value] as const);
  const [kind, name, value] = condition;
  return kind === "content-length-range" ? [] : [[kind, String(name).slice(1).toLowerCase(), String(value)]];
};

function checkSize(least: number, most: number, size: number): void {
  const ProposedSize = String(size);
  if (size < least) {
    const MinSizeAllowed = String(least);
    const message = "Your proposed upload is smaller than the minimum allowed size";
    throw new S3Error(400, "EntityTooSmall", message, { ProposedSize, MinSizeAllowed });
  }
  if (size > most) {
    const MaxSizeAllowed = String(most);
    const message = "Your proposed upload exceeds the maximum allowed size";
    throw new S3Error(400, "EntityTooLarge", message, { ProposedSize, MaxSizeAllowed });
  }
}

const denied = (because: string): S3Error =>
  new S3Error(403, "AccessDenied", `Invalid according to Policy: ${because}`);
