import type { PolicyDocument } from "../infra/iam/evaluate-policy.ts";
import { policyFor, ResourcePolicy } from "../infra/iam/resource-policy.ts";
import { account } from "./account.ts";

/** Policies of queues and buckets, as templates and calls set them. */
export class ResourcePolicies {
  readonly #byArn = new Map<string, ResourcePolicy>();

  set(arn: string, document: unknown): void {
    this.#byArn.set(arn, ResourcePolicy.parse(document));
  }

  get arns(): readonly string[] {
    return [...this.#byArn.keys()];
  }

  /** What the resource that a call is about says to this role. An object's policy is its bucket's. */
  for({ arn }: { readonly arn: string }, resource: string): readonly PolicyDocument[] {
    const owner = resource.startsWith("arn:aws:s3:::") ? (resource.split("/")[0] ?? "") : resource;
    const own = this.#byArn.get(owner);
    return own === undefined ? [] : [policyFor(own, arn)];
  }
}

interface QueueCall {
  readonly QueueName?: string;
  readonly QueueUrl?: string;
  readonly Attributes?: { readonly Policy?: string };
}

/** A queue that is made or changed while the farm runs brings its policy along. */
export function keepQueuePolicy(policies: ResourcePolicies, call: QueueCall): void {
  const { QueueName, QueueUrl = "", Attributes } = call;
  const name = QueueName ?? QueueUrl.split("/").at(-1) ?? "";
  if (Attributes?.Policy !== undefined && Attributes.Policy !== "")
    policies.set(account.arn("sqs", name), JSON.parse(Attributes.Policy));
}
