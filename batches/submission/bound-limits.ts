import type { JobLimits, LimitBounds } from "#shared/contracts/job/job-request.ts";

export interface BoundLimits {
  readonly limits: JobLimits;
  /** A sentence for each limit that is less than what was asked for. */
  readonly lowered: readonly string[];
}

/** A job's limits, none beyond the project's (docs/security.md rule 1). One that the job leaves out is the project's. */
export function boundLimits(asked: JobLimits, bounds: LimitBounds): BoundLimits {
  const names = Object.keys(bounds) as (keyof LimitBounds)[];
  const beyond = names.flatMap((name) => {
    const bound = bounds[name];
    const wanted = asked[name];
    return bound === undefined || (wanted !== undefined && wanted <= bound) ? [] : [{ name, bound, wanted }];
  });
  return {
    limits: { ...asked, ...Object.fromEntries(beyond.map(({ name, bound }) => [name, bound])) },
    lowered: beyond.flatMap(({ name, bound, wanted }) =>
      wanted === undefined ? [] : [`limits.${name} is ${bound}, the project's limit, instead of ${wanted}.`],
    ),
  };
}
