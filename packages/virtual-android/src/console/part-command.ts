/** A line of the console that has to do with one part of the phone; an Error's message is the text after `KO: `. */
export interface PartCommand<Part> {
  readonly words: string;
  readonly help: string;
  readonly run: (part: Part, argument: string) => readonly string[];
}
