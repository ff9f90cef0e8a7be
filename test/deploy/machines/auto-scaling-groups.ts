import type { WireResponse, WireService } from "#shared/http/wire.ts";
import type { IamRequest } from "../../infra/iam/evaluate-policy.ts";
import { account } from "../account.ts";

interface Group {
  readonly launchTemplateId: string;
  /** By name: which transition each is for. */
  readonly hooks: Map<string, string>;
}

/** Auto Scaling as far as a machine of a group asks of it. */
export class AutoScalingGroups {
  readonly groups = new Map<string, Group>();
  /** Hooks that machines said are done: `<group> <hook> <instance>`. */
  readonly completed: string[] = [];

  of(name: string): Group {
    const group = this.groups.get(name);
    if (group === undefined) throw new Error(`there is no Auto Scaling group ${name}`);
    return group;
  }

  readonly service: WireService = async ({ body }) => {
    const asked = new URLSearchParams(body.toString("utf8"));
    const action = asked.get("Action") ?? "";
    const [group = "", hook = ""] = [asked.get("AutoScalingGroupName"), asked.get("LifecycleHookName")].map(
      (name) => name ?? "",
    );
    if (action !== "CompleteLifecycleAction") return fault(`a rehearsal does not know ${action}`);
    if (!this.groups.get(group)?.hooks.has(hook)) return fault(`No Lifecycle Hook ${hook} of ${group}`);
    this.completed.push(`${group} ${hook} ${asked.get("InstanceId")}`);
    return xml(200, `<${action}Response><${action}Result/></${action}Response>`);
  };
}

const xml = (status: number, body: string): WireResponse => ({
  status,
  headers: { "content-type": "text/xml" },
  body,
});
const fault = (message: string): WireResponse =>
  xml(
    400,
    `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`,
  );

/** The service puts an id of its own before the group's name. */
export const groupArn = (name: string): string =>
  account.arn("autoscaling", `autoScalingGroup:5f7d0b5a:autoScalingGroupName/${name}`);

/** What a call needs leave for. */
export function askedOfGroup(body: string): readonly IamRequest[] {
  const asked = new URLSearchParams(body);
  const resource = groupArn(asked.get("AutoScalingGroupName") ?? "");
  return [{ action: `autoscaling:${asked.get("Action")}`, resource, context: {} }];
}
