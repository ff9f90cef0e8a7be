/** A validator's result. */
export interface ValidatorFinding {
  readonly verdict: "passed" | "failed" | "inconclusive";
  /** What was there, for people. */
  readonly observed: string;
  /** What would hold it is not there at all, as a database before its app's first start. */
  readonly absent?: true;
}

export const found = (passed: boolean, observed: string): ValidatorFinding => ({
  verdict: passed ? "passed" : "failed",
  observed,
});
/** A finding about a file or table that is not there. */
export const nothingThere = (passed: boolean, observed: string): ValidatorFinding => ({
  ...found(passed, observed),
  absent: true,
});
export const inconclusive = (observed: string): ValidatorFinding => ({ verdict: "inconclusive", observed });
