/** What an Auto Scaling group of hosts waits for, by the names that its template gives them and its hosts complete them by. */
export const lifecycleHooks = { prepared: "drover-host-prepared", drained: "drover-host-drained" } as const;
