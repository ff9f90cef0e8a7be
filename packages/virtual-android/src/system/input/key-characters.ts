/** What Android key codes type on the virtual (Generic) keyboard, plain and with shift. */
const DIGITS_SHIFTED = ")!@#$%^&*(";
const PUNCTUATION: Readonly<Record<number, readonly [string, string]>> = {
  17: ["*", "*"],
  18: ["#", "#"],
  55: [",", "<"],
  56: [".", ">"],
  62: [" ", " "],
  68: ["`", "~"],
  69: ["-", "_"],
  70: ["=", "+"],
  71: ["[", "{"],
  72: ["]", "}"],
  73: ["\\", "|"],
  74: [";", ":"],
  75: ["'", '"'],
  76: ["/", "?"],
  77: ["@", "@"],
  81: ["+", "+"],
};

export function characterOf(keyCode: number, shift: boolean): string | null {
  if (keyCode >= 7 && keyCode <= 16)
    return shift ? (DIGITS_SHIFTED[keyCode - 7] ?? null) : String(keyCode - 7);
  if (keyCode >= 144 && keyCode <= 153) return String(keyCode - 144);
  if (keyCode >= 29 && keyCode <= 54) {
    const letter = String.fromCharCode(97 + keyCode - 29);
    return shift ? letter.toUpperCase() : letter;
  }
  return PUNCTUATION[keyCode]?.[shift ? 1 : 0] ?? null;
}
