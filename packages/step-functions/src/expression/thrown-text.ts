/** A member of something that was thrown, whatever that is and whichever context it comes from. */
export function thrownText(thrown: unknown, member: string): string | undefined {
  if (typeof thrown !== "object" || thrown === null) return undefined;
  const value: unknown = Reflect.get(thrown, member);
  return typeof value === "string" ? value : undefined;
}
