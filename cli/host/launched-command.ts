import type { Command } from "commander";
import { progress } from "../terminal.ts";
import { given, hostOptions } from "./host-options.ts";
import { autoScalingMember } from "./this-machine.ts";

/** For a machine that waits stopped in a warm pool; one in service says so itself, by its host. */
export const launchedCommand = (command: Command): Command =>
  command
    .addOption(hostOptions.autoScalingGroup())
    .addOption(hostOptions.hostId())
    .action(async (options: { readonly autoScalingGroup?: string; readonly hostId: string }) => {
      const group = given(options.autoScalingGroup, "--auto-scaling-group");
      const { member, close } = autoScalingMember(group, options.hostId);
      const waited = await member.complete("prepared").finally(close);
      progress(
        waited ? `${group} goes on with ${options.hostId}` : `${group} does not wait for ${options.hostId}`,
      );
    });
