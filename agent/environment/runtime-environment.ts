export type Environment = Readonly<Record<string, string | undefined>>;

let hosted: Environment | undefined;

/** A process that hosts the functions itself gives them theirs; undefined: the process's own, as in Lambda. */
export function hostEnvironment(environment: Environment | undefined): void {
  hosted = environment;
}

/** Read when it is needed, not at import, so that a function may be loaded anywhere. */
export const runtimeEnvironment = (): Environment => hosted ?? process.env;
