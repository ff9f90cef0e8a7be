// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a name must not have
const control = /[\u0000-\u001f\u007f-\u009f]/;
/** Names that Windows keeps for devices, with any ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const longest = 300;
const longestPart = 120;

/** A name within an archive that can be joined to a folder and stays in it, on every system. Null: what is wrong with it is not. */
export function unsafeName(name: string): string | null {
  if (name === "" || name.length > longest) return "is empty or too long";
  if (control.test(name)) return "has control characters";
  if (/[\\:*?"<>|]/.test(name)) return "has characters that no file's name has everywhere";
  if (name.startsWith("/")) return "is an absolute path";
  for (const part of name.split("/")) {
    if (part === "" || part === "." || part === "..") return "points outside its folder";
    if (part.length > longestPart || /[. ]$/.test(part) || reserved.test(part)) return "is not a file name";
  }
  return null;
}
