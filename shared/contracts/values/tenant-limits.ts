/** What a tenant may keep of each kind, whatever its quotas are: more is refused with `LimitReached`. */
export const tenantLimits = {
  /** That work now: those that are over or taken back do not count. */
  liveLinks: {
    most: 100,
    words: "open live links",
    remedy: "Revoke one (DELETE …/links/{linkId}), or wait until one expires.",
  },
  /** A submission reads them all. */
  pools: { most: 50, words: "pools", remedy: "Remove an unused one: drover pools remove <name>" },
  /** The look of every minute reads them all. */
  schedules: { most: 100, words: "schedules", remedy: "Remove one: drover schedules delete <name>" },
  /** Each costs money every month. */
  secrets: { most: 200, words: "secrets", remedy: "Remove one: drover secrets remove <name>" },
  /** Each event reads them all. */
  webhooks: { most: 20, words: "webhooks", remedy: "Remove one: drover webhooks delete <id>" },
} as const;
export type TenantLimit = keyof typeof tenantLimits;
