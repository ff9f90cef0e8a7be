import {
  type AutoScalingClient,
  CompleteLifecycleActionCommand,
  TerminateInstanceInAutoScalingGroupCommand,
} from "@aws-sdk/client-auto-scaling";
import { lifecycleHooks } from "#shared/contracts/device/lifecycle-hooks.ts";

export type LifecycleHook = keyof typeof lifecycleHooks;

/** This machine as its Auto Scaling group knows it. */
export class AutoScalingMember {
  readonly #client: AutoScalingClient;
  readonly #groupName: string;
  readonly #instanceId: string;

  constructor(client: AutoScalingClient, groupName: string, instanceId: string) {
    this.#client = client;
    this.#groupName = groupName;
    this.#instanceId = instanceId;
  }

  /** The group may continue. False: it does not wait for that, as after a restart of the host. */
  async complete(hook: LifecycleHook): Promise<boolean> {
    try {
      await this.#client.send(
        new CompleteLifecycleActionCommand({
          AutoScalingGroupName: this.#groupName,
          LifecycleHookName: lifecycleHooks[hook],
          InstanceId: this.#instanceId,
          LifecycleActionResult: "CONTINUE",
        }),
      );
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }

  /** Asks the group to end this machine and to want one fewer. False: it must not have fewer. */
  async end(): Promise<boolean> {
    try {
      await this.#client.send(
        new TerminateInstanceInAutoScalingGroupCommand({
          InstanceId: this.#instanceId,
          ShouldDecrementDesiredCapacity: true,
        }),
      );
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }
}

/** As the service names what it would not do, whatever its code says apart from that. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  ["ValidationError", "ScalingActivityInProgress"].includes(error.name.replace(/Fault$/, ""));
