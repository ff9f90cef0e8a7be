/** An app that crashed, or that takes no touch and no key any more. */
export type AppFailureKind = "crash" | "anr";

export interface AppFailure {
  readonly kind: AppFailureKind;
  /** Of Android's process, which is the app's package, or begins with it and a colon. */
  readonly process: string;
}

export const systemUi = "com.android.systemui";

export const packageOf = ({ process }: AppFailure): string => process.split(":")[0] ?? process;
