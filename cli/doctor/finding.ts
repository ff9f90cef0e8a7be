/** What one check of `drover doctor` found; `remedy` says what to do about a `warn` or `fail`. */
export interface Finding {
  readonly check: string;
  readonly status: "ok" | "warn" | "fail";
  readonly detail: string;
  readonly remedy?: string;
}

export const ok = (check: string, detail: string): Finding => ({ check, status: "ok", detail });
export const warn = (check: string, detail: string, remedy: string): Finding => ({
  check,
  status: "warn",
  detail,
  remedy,
});
export const fail = (check: string, detail: string, remedy: string): Finding => ({
  check,
  status: "fail",
  detail,
  remedy,
});
