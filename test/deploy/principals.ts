import { randomBytes } from "node:crypto";
import type { SigningKey } from "@drover/aws-local";
import { evaluatePolicies, type IamRequest, type PolicyDocument } from "../infra/iam/evaluate-policy.ts";
import { account } from "./account.ts";
import { ResourcePolicies } from "./resource-policies.ts";

export interface Role {
  readonly name: string;
  readonly arn: string;
  /** Services that may take it on, as `lambda.amazonaws.com`. */
  readonly trusts: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  /** Grows with the policies that are attached to it. */
  readonly policies: PolicyDocument[];
}

/** Somebody who signs: a role and who took it on. */
export interface Principal {
  readonly role: Role;
  /** As messages name it: `assumed-role/<role>/<session>`. */
  readonly arn: string;
  readonly key: SigningKey & { readonly sessionToken: string };
}

/** What was asked for and may not be done. */
export interface Denial {
  readonly principal: string;
  readonly action: string;
  readonly resource: string;
  /** `refused`: nothing allows it · `denied`: something forbids it. */
  readonly why: "refused" | "denied";
}

/** The roles of the templates, who acts as one of them, and what they were refused. */
export class Principals {
  readonly roles = new Map<string, Role>();
  readonly denied: Denial[] = [];
  /** Every action that was allowed, by the role's name: what a rehearsal has shown. */
  readonly allowed = new Map<string, Set<string>>();
  readonly keys: SigningKey[] = [];
  readonly resourcePolicies = new ResourcePolicies();
  readonly #sessions = new Map<string, Principal>();

  roleOf(nameOrArn: string): Role {
    const role = this.roles.get(nameOrArn.split("/").at(-1) ?? "");
    if (role === undefined) throw new Error(`there is no role ${nameOrArn}`);
    return role;
  }

  /** @throws Error when the role does not trust who wants it */
  assume(role: Role, session: string, service: string | null): Principal {
    if (service !== null && !role.trusts.includes(service))
      throw new Error(`the role ${role.name} does not trust ${service}`);
    const key = {
      accessKeyId: `ASIA${randomBytes(8).toString("hex").toUpperCase()}`,
      secretAccessKey: randomBytes(30).toString("base64url"),
      sessionToken: randomBytes(30).toString("base64url"),
    };
    const arn = `arn:aws:sts::${account.accountId}:assumed-role/${role.name}/${session}`;
    const principal = { role, arn, key };
    // A form is held to the role that signed it when somebody sends it.
    const mayUpload = (path: string): boolean =>
      this.refusal(principal, [
        { action: "s3:PutObject", resource: `arn:aws:s3:::${path.slice(1)}`, context: {} },
      ]) === null;
    this.keys.push({ ...key, mayUpload });
    this.#sessions.set(key.accessKeyId, principal);
    return principal;
  }

  sessionOf(accessKeyId: string): Principal | undefined {
    return this.#sessions.get(accessKeyId);
  }

  sessionWithToken(sessionToken: string): Principal | undefined {
    return [...this.#sessions.values()].find(({ key }) => key.sessionToken === sessionToken);
  }

  /** Null: the role may do all of this. Else the first that it may not, which is noted. */
  refusal({ role, arn }: Pick<Principal, "role" | "arn">, requests: readonly IamRequest[]): Denial | null {
    for (const { action, resource, context } of requests) {
      const policies = [...role.policies, ...this.resourcePolicies.for(role, resource)];
      const decision = evaluatePolicies(policies, {
        action,
        resource,
        context: { ...contextOf(role), ...context },
      });
      if (decision === "allowed") {
        const allowed = this.allowed.get(role.name) ?? new Set();
        this.allowed.set(role.name, allowed.add(action));
        continue;
      }
      const denial = { principal: arn, action, resource, why: decision };
      this.denied.push(denial);
      return denial;
    }
    return null;
  }
}

/** What every request of a role says of it. */
const contextOf = ({ arn, tags }: Role) => ({
  ...Object.fromEntries(Object.entries(tags).map(([key, value]) => [`aws:PrincipalTag/${key}`, value])),
  "aws:PrincipalArn": arn,
  "aws:PrincipalAccount": account.accountId,
  "aws:SourceAccount": account.accountId,
  "aws:SecureTransport": "true",
  "s3:TlsVersion": "1.3",
  "aws:RequestedRegion": account.region,
});

/** As AWS says it. */
export const denialText = ({ principal, action, resource, why }: Denial): string =>
  `User: ${principal} is not authorized to perform: ${action} on resource: ${resource} ${
    why === "denied"
      ? "with an explicit deny"
      : `because no identity-based policy allows the ${action} action`
  }`;
