import type { Script, Word, WordPart } from "unbash";
import type { PhoneFiles } from "../../system/storage/phone-files.ts";
import type { ShellState } from "../shell-session.ts";

export interface ExpansionContext {
  readonly state: ShellState;
  readonly files: PhoneFiles;
  /** What a command substitution prints. */
  readonly capture: (script: Script) => Promise<string>;
}

/** A stretch of an expanded word. */
export interface Piece {
  readonly text: string;
  /** Its characters mean themselves: no pattern. */
  readonly quoted: boolean;
  /** It is cut at the characters of IFS. */
  readonly splits: boolean;
  /** The field ends here, whatever IFS holds: between the arguments of `"$@"`. */
  readonly endsField?: boolean;
}

/** What the expansion of a parameter needs of the words in it. */
export interface WordExpander {
  single(word: Word): Promise<string>;
  pattern(word: Word): Promise<string>;
  arithmetic(text: string): Promise<number>;
  pieces(parts: readonly WordPart[], quoted: boolean): Promise<readonly Piece[]>;
}
