/** Models like to fence JSON; the fence is no part of it. */
export const withoutFence = (text: string): string => {
  const trimmed = text.trim();
  if (!trimmed.startsWith("```")) return trimmed;
  return trimmed
    .replace(/^```(?:json)?/, "")
    .replace(/```$/, "")
    .trim();
};
