/**
 * Levels of arrays and objects inside each other that JSON may have here: what Jackson, with which the service reads,
 * takes by default. Everything that goes through a value level by level relies on it.
 */
const DEEPEST = 1_000;

export const tooDeepMessage = `The JSON is nested deeper than ${DEEPEST} levels`;

/** Whether JSON text nests too deeply; text that is too short for that is not looked through. */
export function nestsTooDeep(json: string): boolean {
  if (json.length <= DEEPEST * 2) return false;
  let depth = 0;
  let inText = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (inText) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) inText = false;
    } else if (code === QUOTE) inText = true;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map(
  (character) => character.charCodeAt(0),
);
