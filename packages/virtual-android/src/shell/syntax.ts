/** What a command line of the phone's shell (mksh on Android 14) means, taken apart. */

export type WordPart =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  | {
      readonly kind: "variable";
      readonly name: string;
      readonly fallback: Word | null;
      readonly quoted: boolean;
    }
  | { readonly kind: "substitution"; readonly script: Script; readonly quoted: boolean };

export type Word = readonly WordPart[];

export interface Redirection {
  readonly descriptor: number;
  /** `>&` joins the descriptor to another one. */
  readonly operator: "<" | ">" | ">>" | ">&";
  readonly target: Word;
}

export interface SimpleCommand {
  readonly kind: "simple";
  readonly assignments: readonly { readonly name: string; readonly value: Word }[];
  readonly words: readonly Word[];
  readonly redirections: readonly Redirection[];
}

export interface GroupCommand {
  /** A subshell keeps its variables and directory to itself. */
  readonly kind: "group" | "subshell";
  readonly body: Script;
  readonly redirections: readonly Redirection[];
}

export interface IfCommand {
  readonly kind: "if";
  readonly branches: readonly { readonly condition: Script; readonly body: Script }[];
  readonly otherwise: Script | null;
  readonly redirections: readonly Redirection[];
}

export interface LoopCommand {
  readonly kind: "while" | "until";
  readonly condition: Script;
  readonly body: Script;
  readonly redirections: readonly Redirection[];
}

export interface ForCommand {
  readonly kind: "for";
  readonly variable: string;
  readonly words: readonly Word[];
  readonly body: Script;
  readonly redirections: readonly Redirection[];
}

export type Command = SimpleCommand | GroupCommand | IfCommand | LoopCommand | ForCommand;

export interface Pipeline {
  readonly negated: boolean;
  readonly commands: readonly Command[];
}

/** Pipelines joined by `&&` and `||`; the first has no operator that counts. */
export interface AndOrList {
  readonly first: Pipeline;
  readonly rest: readonly { readonly operator: "&&" | "||"; readonly pipeline: Pipeline }[];
}

export type Script = readonly AndOrList[];

/** A command line that the shell refuses before it runs anything; `message` is what follows `/system/bin/sh: `. */
export class ShellSyntaxError extends Error {}

export const unsupportedSyntax = (what: string): ShellSyntaxError =>
  new ShellSyntaxError(`${what} is not supported by this virtual phone's shell`);
