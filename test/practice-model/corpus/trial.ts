/** What a phone's state must be afterwards where it differs from before: key to value, null for gone. */
export type Change = Readonly<Record<string, string | null>>;

/** A task in somebody's words. Without a change, answer or app it cannot be done, or not be done for sure. */
export interface Trial {
  readonly task: string;
  readonly change?: Change;
  readonly answer?: RegExp;
  /** The package that must be in front. */
  readonly app?: string;
}

export const change = (task: string, key: string, value: string | null): Trial => ({
  task,
  change: { [key]: value },
});
export const answer = (task: string, said: RegExp): Trial => ({ task, answer: said });
export const impossible = (task: string): Trial => ({ task });

export const isDoable = ({ change: changed, answer: said }: Trial): boolean =>
  changed !== undefined || said !== undefined;
