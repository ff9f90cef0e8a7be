export interface TextMatch {
  readonly equals?: string | undefined;
  readonly contains?: string | undefined;
  readonly ignoreCase: boolean;
}

/** Composed and decomposed letters are equal; nothing else is folded unless requested. */
export function matchesText(text: string, match: TextMatch): boolean {
  const fold = (value: string): string => {
    const composed = value.normalize("NFC");
    return match.ignoreCase ? composed.toLowerCase() : composed;
  };
  if (match.equals !== undefined) return fold(text) === fold(match.equals);
  return fold(text).includes(fold(match.contains ?? ""));
}
