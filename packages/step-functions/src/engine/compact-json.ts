const TEXT_OR_SPACE = /("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\n\r]+/g;

/** The same JSON without the white space between its tokens; numbers keep the digits they were written with. */
export function compactJson(json: string): string {
  return /\s/.test(json) ? json.replace(TEXT_OR_SPACE, "$1") : json;
}
