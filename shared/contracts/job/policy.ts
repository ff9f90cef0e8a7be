import * as z from "zod";
import { Selector } from "../agent/selector.ts";
import { TenantId } from "../values/ids.ts";
import { PackageName } from "../values/package-name.ts";

/**
 * What an action does to a phone. Each action of the list says its own kind; an app in front and an address have kinds too:
 * a tap in the phone's app is of the kinds `touch` and `call` (shared/rules/policy/kinds-of.ts).
 */
export const ActionKind = z.enum([
  /** Taps, swipes, drags, scrolling. */
  "touch",
  /** Typing. */
  "text",
  /** Back, home, recent apps. */
  "navigation",
  /** Opening an app. */
  "apps",
  /** Opening an address. */
  "browser",
  /** Keys of the device. */
  "keys",
  /** Changing the device's settings. */
  "settings",
  /** Putting something into the clipboard, or taking it from there. */
  "clipboard",
  /** Adding or removing apps. */
  "install",
  /** Writing text messages. */
  "sms",
  /** Calling somebody. */
  "call",
  /** Asking a person or a connected tool. */
  "talk",
  /** Nothing that a device feels: waiting, finishing. */
  "none",
]);
export type ActionKind = z.infer<typeof ActionKind>;

/** A package, or with `.*` at its end every package that begins so. */
const PackageRule = z
  .union([
    PackageName,
    z
      .string()
      .max(223)
      .regex(/^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*\.\*$/, "must be a package name, or end in .*"),
  ])
  .meta({ id: "PackageRule" });

/** A host with all its subdomains, an address, or a range of addresses such as `10.0.0.0/8`. */
const HostRule = z
  .union([
    z.ipv4(),
    z.ipv6(),
    z.cidrv4(),
    z.cidrv6(),
    z
      .string()
      .max(253)
      .regex(
        /^(?!\d+(\.\d+)*$)[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u,
        "must be a host's name, an address or a range such as 10.0.0.0/8",
      ),
  ])
  .meta({ id: "HostRule" });

/** Schemes by which an address reaches into the device or starts any part of any app: no policy can allow them. */
const neverOpened = [
  "javascript",
  "data",
  "file",
  "content",
  "intent",
  "android-app",
  "blob",
  "view-source",
  "about",
];
const UrlScheme = z
  .string()
  .max(30)
  .regex(/^[a-z][a-z0-9+.-]*$/, "must be a scheme in lower case, without ':'")
  .refine((scheme) => !neverOpened.includes(scheme), {
    error: `must not be one of ${neverOpened.join(", ")}: they give access to the device itself`,
  });

const packageRules = z.array(PackageRule).max(100);
const hostRules = z.array(HostRule).max(100);
const kinds = z.array(ActionKind).max(ActionKind.options.length);
const schemes = z.array(UrlScheme).max(20);
/** Who answers Android's questions whether an app may have a permission: the host as told, or the model. */
const permissions = z.enum(["deny", "allow", "ask-model"]);
/**
 * When an app crashes or does not respond: the host clears it up by rule and tells the agent, it is the agent's to deal with, or the
 * job ends there and has failed by its app. It is on the job either way.
 */
const appErrors = z.enum(["recover", "ask-model", "end-job"]);

/** What an action comes to, as far as its button says so (agent/policy/consequence-words.ts). */
export const ApprovalCategory = z.enum(["payment", "deletion", "sending"]);
export type ApprovalCategory = z.infer<typeof ApprovalCategory>;

const categories = z.array(ApprovalCategory).max(ApprovalCategory.options.length);
const selectors = z.array(Selector).max(20);
const approvalMinutes = z
  .number()
  .min(0.05)
  .max(24 * 60);

/** What waits for a person's yes: whatever any of these names. */
export const ApprovalRules = z.strictObject({
  categories: categories.default([]),
  /** Kinds of actions, counted as in `actions.deny`. */
  kinds: kinds.default([]),
  /** Anything done in these apps, and opening them. */
  packages: packageRules.default([]),
  /** Elements that are pressed or typed into. */
  selectors: selectors.default([]),
  /** So long each proposed action waits, with its device; silence is a no. */
  timeoutMinutes: approvalMinutes.default(60),
});
export type ApprovalRules = z.infer<typeof ApprovalRules>;

/** What goes through a session's adb port is the whole device: no package, address or kind of action is looked at there. */
const adb = z.strictObject({
  /** Whether there may be one. */
  port: z.boolean().default(true),
  /** `adb root`, `adb remount` and their kin. */
  root: z.boolean().default(false),
  reboot: z.boolean().default(false),
});

const hosts = z.strictObject({
  allow: hostRules,
  deny: hostRules,
  /** Opened although they are private, this device's own, or spelt in letters that look like others. */
  also: hostRules,
});
/** Each must allow a host as well: what others let it be at most. A list that one leaves out bounds nothing. */
const within = z.array(hosts.partial()).max(10);

/** What a job may do, whole. An absent `allow` allows all that is not denied. */
export const Policy = z
  .strictObject({
    packages: z.strictObject({ allow: packageRules.optional(), deny: packageRules.default([]) }).prefault({}),
    urls: z
      .strictObject({
        schemes: schemes.default(["http", "https"]),
        hosts: z
          .strictObject({
            allow: hostRules.optional(),
            deny: hostRules.default([]),
            also: hostRules.default([]),
            within: within.default([]),
          })
          .prefault({}),
      })
      .prefault({}),
    actions: z
      .strictObject({
        allow: kinds.optional(),
        /** These cost money, reach other people or outlast the job: a job says so when it needs them. */
        deny: kinds.default(["install", "sms", "call"]),
      })
      .prefault({}),
    permissions: permissions.default("deny"),
    appErrors: appErrors.default("recover"),
    adb: adb.prefault({}),
    approve: ApprovalRules.prefault({}),
  })
  .meta({ id: "Policy" });
export type Policy = z.infer<typeof Policy>;

/** Of a policy what somebody says of it. */
export const PolicyBounds = z
  .strictObject({
    packages: z.strictObject({ allow: packageRules, deny: packageRules }).partial().optional(),
    urls: z
      .strictObject({
        schemes,
        hosts: hosts.extend({ within }).partial(),
      })
      .partial()
      .optional(),
    actions: z.strictObject({ allow: kinds, deny: kinds }).partial().optional(),
    permissions: permissions.optional(),
    appErrors: appErrors.optional(),
    adb: z.strictObject({ port: z.boolean(), root: z.boolean(), reboot: z.boolean() }).partial().optional(),
    /** Asked of a person before it is done. */
    approve: z
      .strictObject({ categories, kinds, packages: packageRules, selectors, timeoutMinutes: approvalMinutes })
      .partial()
      .optional(),
  })
  .meta({ id: "PolicyBounds" });
export type PolicyBounds = z.infer<typeof PolicyBounds>;

/** What a job, or a tenant for all its jobs, says of it: each list that is named replaces the default's. */
export const PolicyChoice = PolicyBounds.extend({
  /** Nothing goes beyond it, whatever is beside it or is asked for by those it holds for. */
  most: PolicyBounds.optional(),
}).meta({ id: "PolicyChoice" });
export type PolicyChoice = z.infer<typeof PolicyChoice>;

/** A project's: for every tenant, and what stands over that for single ones. Of both each `most` holds. */
export const PolicySettings = PolicyChoice.extend({
  tenants: z.record(TenantId, PolicyChoice).default({}),
});
export type PolicySettings = z.infer<typeof PolicySettings>;
