import type { PlanContent } from "#shared/contracts/job/plan.ts";

/**
 * What the agent is told of a plan (docs/spec.md R4): the approach to try first, the others, and what went wrong. Its split
 * screen and its confidences are not the agent's business.
 */
export function guidanceText({ approaches, recommendedIndex, diagnosis }: PlanContent): string {
  const recommended = approaches.slice(recommendedIndex, recommendedIndex + 1);
  const others = approaches.filter((_, index) => index !== recommendedIndex);
  return [
    recommended.map(({ name, description, steps }) =>
      [
        "STRATEGIC GUIDANCE (from planning agent):",
        `Recommended approach: ${name}`,
        description,
        "Steps:",
        ...steps.map((step, index) => `  ${index + 1}. ${step}`),
      ].join("\n"),
    ),
    others.length === 0
      ? []
      : [
          "Alternative approaches if this fails:",
          ...others.map(({ name, description }) => `- ${name}: ${description}`),
        ],
    diagnosis === undefined ? [] : [`Diagnosis: ${diagnosis}`],
  ]
    .filter((part) => part.length > 0)
    .map((part) => part.join("\n"))
    .join("\n\n");
}
