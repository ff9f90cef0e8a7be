import * as z from "zod";
import { type PolicyDocument, Statement } from "./evaluate-policy.ts";

const names = z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat());
/** Strict, as identity policies are: a way to name somebody that is not known here must not pass for nobody. */
const Principal = z.union([
  z.literal("*").transform(() => ({ AWS: ["*"], Service: [] as string[] })),
  z.strictObject({ AWS: names.default([]), Service: names.default([]) }),
]);
export const ResourcePolicy = z.object({
  Version: z.enum(["2012-10-17", "2008-10-17"]),
  Statement: z.array(Statement.extend({ Principal })),
});
export type ResourcePolicy = z.infer<typeof ResourcePolicy>;

/**
 * What a queue's or bucket's own policy says to a role, as a policy of that role: in one account either may allow, and a denial of
 * either wins. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export const policyFor = ({ Statement: all }: ResourcePolicy, roleArn: string): PolicyDocument => ({
  Version: "2012-10-17",
  Statement: all
    .filter(({ Principal: { AWS } }) => AWS.includes("*") || AWS.includes(roleArn))
    .map(({ Principal: _whom, ...statement }) => statement),
});
