import { referredSecrets } from "../../contracts/job/secret.ts";
import type { Coordinate } from "../../contracts/values/coordinate.ts";
import { DroverError } from "../../errors/drover-error.ts";
import type { ActionContext, ActionReport } from "../action-definition.ts";
import type { FocusedField } from "../device-port.ts";
import { input, keyCode } from "../input-commands.ts";
import { pressing } from "./press-actions.ts";

const pieceSize = 200;
/** A device that lost characters is fed slowly the second time (docs/faults.md C8). */
const secondPieceSize = 10;
/** A tapped field gets the focus within a few frames. */
const focusTries = 4;
const focusPauseMilliseconds = 120;

interface Typing {
  readonly text: string;
  /** Tapped first, to focus the field. */
  readonly coordinate?: Coordinate | undefined;
  /** Empties the field first. */
  readonly clear?: boolean | undefined;
  /** Presses enter afterwards. */
  readonly submit?: boolean | undefined;
}

/** Types and reads back what the field holds then. Throws TextMismatch when it is not what was meant, after a second try. */
export async function typeText(
  { text: reference, coordinate, clear, submit }: Typing,
  context: ActionContext,
): Promise<ActionReport> {
  const { device, pixelOf } = context;
  if (coordinate !== undefined) {
    const { x, y } = pixelOf(coordinate);
    await device.writeAll([input.tap(x, y)]);
  }
  const field = await awaitFocus(context);
  const holdsSecret = referredSecrets(reference).length > 0;
  const text = holdsSecret ? await filled(reference, field, context) : reference;
  const kept = clear === true ? "" : field.text;
  const erase = clear === true ? [...field.text].length : 0;
  await device.enterText({ text, pieceSize, erase });
  const retries = await verify(context, { text, kept, password: field.password });
  if (submit === true) await pressing(keyCode.enter)({}, context);
  return { retries };
}

async function filled(
  reference: string,
  field: FocusedField,
  { fillSecrets }: ActionContext,
): Promise<string> {
  if (fillSecrets !== undefined) return fillSecrets(reference, field);
  throw new DroverError("SecretRefused", "Secrets are typed by jobs alone, and this is none.");
}

async function awaitFocus({ device, clock, signal }: ActionContext): Promise<FocusedField> {
  for (let attempt = 1; ; attempt += 1) {
    const field = await device.focusedField();
    if (field !== null) return field;
    if (attempt === focusTries) break;
    await clock.wait(focusPauseMilliseconds, signal);
  }
  throw new DroverError("TextMismatch", "No text field has the input focus: tap the field first.");
}

interface Typed {
  readonly text: string;
  /** What the field held before and was to keep. */
  readonly kept: string;
  readonly password: boolean;
}

/** How many further tries it took. A field that is gone afterwards cannot be read, which is not a failure. */
async function verify({ device }: ActionContext, typed: Typed): Promise<number> {
  const first = await device.focusedField();
  if (first === null || holdsTyped(first, typed)) return 0;
  // Bullets cannot be typed again, so what a password field held before is lost to the second try.
  if (typed.password && typed.kept !== "") throw mismatch(first, typed);
  // What is gone after typing was the hint, which Android up to 14 dumps as the text of an empty field.
  const again = first.text.includes(typed.kept) ? typed : { ...typed, kept: "" };
  const erase = [...first.text].length;
  await device.enterText({ text: again.kept + again.text, pieceSize: secondPieceSize, erase });
  const second = await device.focusedField();
  if (second === null || holdsTyped(second, again)) return 1;
  throw mismatch(second, again);
}

/** The cursor may have stood anywhere in the text that was there. */
export function holdsTyped(
  field: Pick<FocusedField, "text" | "password">,
  { text, kept, password }: Typed,
): boolean {
  if (password) return [...field.text].length === [...kept].length + [...text].length;
  // The field was empty and showed its hint, or its text was selected and replaced.
  if (field.text === text) return true;
  for (let at = field.text.indexOf(text); at >= 0; at = field.text.indexOf(text, at + 1)) {
    if (field.text.slice(0, at) + field.text.slice(at + text.length) === kept) return true;
  }
  return false;
}

/** The error does not quote the field: only the screen shows its text, without private parts. */
function mismatch(field: FocusedField, { text, kept }: Typed): DroverError {
  const [holds, expected] = [[...field.text].length, [...kept].length + [...text].length];
  return new DroverError(
    "TextMismatch",
    `After typing twice the field holds ${holds} characters; ${expected} were expected.`,
  );
}
