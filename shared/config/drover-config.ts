import * as z from "zod";
import { ModelRole, ModelSettings } from "../contracts/agent/model-settings.ts";
import { FarmProviders, PriceSettings } from "../contracts/agent/provider-settings.ts";
import { ToolServers } from "../contracts/agent/tool-server.ts";
import { SnapshotSettings } from "../contracts/device/snapshot.ts";
import { CloudOcr } from "../contracts/farm/cloud-ocr.ts";
import { Quotas } from "../contracts/farm/quota.ts";
import { Retention } from "../contracts/farm/retention.ts";
import { TracingConfig } from "../contracts/farm/tracing-config.ts";
import { BudgetLimits } from "../contracts/job/budget.ts";
import { LimitBounds } from "../contracts/job/job-request.ts";
import { PolicySettings } from "../contracts/job/policy.ts";
import type { ChainAgent } from "../extensions/chain-agent.ts";
import type { CoordinateTransform } from "../extensions/coordinate-transform.ts";
import type { Middleware } from "../extensions/middleware.ts";
import { RegisteredAction } from "../extensions/registered-action.ts";

const callable = <Type>() => z.custom<Type>((value) => typeof value === "function", "must be a function");
const name = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9 _-]{0,39}$/, "must be a name of at most 40 letters, digits and spaces");

const unlike = (items: readonly { readonly name: string }[]): boolean =>
  new Set(items.map((item) => item.name)).size === items.length;
const oneName = { error: "have the same name twice" };

const MiddlewareSettings = z.strictObject({
  name,
  before: callable<NonNullable<Middleware["before"]>>().optional(),
  after: callable<NonNullable<Middleware["after"]>>().optional(),
  observe: callable<NonNullable<Middleware["observe"]>>().optional(),
});

const ChainSettings = z.strictObject({
  name,
  preprocess: callable<NonNullable<ChainAgent["preprocess"]>>().optional(),
  validate: callable<NonNullable<ChainAgent["validate"]>>().optional(),
});

const TransformSettings = z.strictObject({
  toPixel: callable<CoordinateTransform["toPixel"]>(),
  toNormalised: callable<NonNullable<CoordinateTransform["toNormalised"]>>().optional(),
});

/** What a project's `drover.config.ts` exports by default. Each key is read by the part of Drover that it is for. */
export const DroverConfig = z.strictObject({
  /** By the name that a model's settings give as `provider`. */
  providers: FarmProviders.default({}),
  /** By role: overrides Drover's defaults; a job overrides it. */
  models: z.partialRecord(ModelRole, ModelSettings).default({}),
  /** By model id: instead of the prices that Drover knows. */
  prices: z.record(z.string().min(1).max(100), PriceSettings).default({}),
  /** What jobs may do that do not say it themselves, what may be done on a device without a job, and what no job goes beyond. */
  policy: PolicySettings.prefault({}),
  /** What no job goes beyond, whatever it asks for; a job that names no `maxCostUsd` has this one. */
  limits: LimitBounds.default({}),
  /** What all jobs of a tenant may use together on a day, UTC (docs/decisions/0086-budgets-are-granted.md). */
  budgets: z.strictObject({ perDay: BudgetLimits.default({}) }).prefault({}),
  /** How much of the farm a tenant may have at once (docs/decisions/0135-quotas-are-counted-with-the-job.md). */
  quotas: Quotas.prefault({}),
  /** How long jobs, their artifacts and batches are kept. */
  retention: Retention.prefault({}),
  /** How hosts keep snapshots of their devices (docs/snapshots.md). */
  snapshots: SnapshotSettings.prefault({}),
  /**
   * `describe`: a model describes each version of an app once (docs/spec.md R13). `local`: links to apps may be
   * http, and of this machine and its network (docs/sessions.md).
   */
  apps: z
    .strictObject({ describe: z.boolean().default(false), local: z.boolean().default(false) })
    .prefault({}),
  /** `cloud`: reads text out of pictures before Tesseract on the host does (docs/extending.md). */
  ocr: z.strictObject({ cloud: CloudOcr.optional() }).prefault({}),
  /** Offered to models beside the built-in ones, and done on the hosts (docs/spec.md I8.1). */
  actions: z.array(RegisteredAction).max(50).default([]).refine(unlike, oneName),
  /** Around each action on a host, in this order (docs/spec.md I8.2). */
  middleware: z.array(MiddlewareSettings).max(20).default([]).refine(unlike, oneName),
  /** Before and after the model's choice in each turn, in this order (docs/spec.md I9.2). */
  chain: z.array(ChainSettings).max(20).default([]).refine(unlike, oneName),
  /** `local`: agents may be called by http, on this machine and in its network too (docs/agents.md). */
  /**
   * `foreignFiles`: what is done when somebody put files on a device between two jobs. `clean`: they are removed; `keep`: they are the
   * device's own from then on; `quarantine`: it takes no work until somebody releases it.
   */
  devices: z
    .strictObject({ foreignFiles: z.enum(["clean", "keep", "quarantine"]).default("clean") })
    .prefault({}),
  agents: z.strictObject({ local: z.boolean().default(false) }).prefault({}),
  /** Servers whose tools a job may allow its agent to call (docs/extending.md). */
  mcp: z.strictObject({ servers: ToolServers.default({}) }).prefault({}),
  tracing: TracingConfig.prefault({}),
  /** Instead of linear scaling (docs/spec.md I8.3). */
  coordinateTransform: TransformSettings.optional(),
});
export type DroverConfig = z.infer<typeof DroverConfig>;
