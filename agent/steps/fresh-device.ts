/** For the agent, after the reason: without this it continues as if its work stood, and an outage counts as its failure. */
export const onFreshDevice = (reason: string): string =>
  `${reason} The job goes on with a device that was set up anew: nothing that was done before stands on it.`;
