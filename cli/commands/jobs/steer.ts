import type { Command } from "commander";
import { MessageText } from "#shared/contracts/step/message.ts";
import { farmClient } from "../../farm-client.ts";
import { dirFlag, type FarmFlags, withFarmFlags } from "../../find-farm.ts";
import { answeringUser } from "../../follow/ask-on-terminal.ts";
import { jobId, someText, valueBy } from "../../options/option-values.ts";
import { progress, say } from "../../terminal/terminal.ts";

const ofJob = (command: Command, printed = "print the job as JSON"): Command =>
  withFarmFlags(command, printed).argument("<job>", "the job's id", jobId);

export const cancelCommand = (command: Command): Command =>
  ofJob(command).action(async (id: string, options: FarmFlags) => {
    const job = await (await farmClient(options.dir)).cancel(id);
    const how = job.status === "finished" ? `${job.outcome}` : "will stop at its next step";
    say(options, job, `${job.jobId} ${how}`);
  });

export const pauseCommand = (command: Command): Command =>
  ofJob(command)
    .addHelpText(
      "after",
      "\n'drover resume <job>' resumes it; 'drover tell <job> \"...\"' sends its agent a message.",
    )
    .action(async (id: string, options: FarmFlags) => {
      const job = await (await farmClient(options.dir)).pause(id);
      const how = job.status === "queued" ? "and takes no device" : "from its next step on";
      say(options, job, `${job.jobId} is paused ${how}`);
    });

export const tellCommand = (command: Command): Command =>
  ofJob(command, "print the message as JSON")
    .argument("<text>", "the message to its agent", valueBy(MessageText, "Give 1 to 2,000 characters."))
    .option("--resume", "resume the job, if it is paused")
    .action(async (id: string, text: string, options: FarmFlags & { readonly resume?: boolean }) => {
      const by = answeringUser();
      const body = { text, resume: options.resume === true, ...(by === undefined ? {} : { by }) };
      say(
        options,
        await (await farmClient(options.dir)).tell(id, body),
        `the agent of ${id} gets it at its next step`,
      );
    });

export const stopCommand = (command: Command): Command =>
  withFarmFlags(command, "print the farm's state as JSON")
    .requiredOption("--all", "stop every job of the tenant ('drover cancel' stops one)")
    .option("--reason <text>", "the reason, shown with every job that ends by it", someText)
    .action(async (options: FarmFlags & { readonly reason?: string }) => {
      const farm = await (await farmClient(options.dir)).stopFarm(options.reason);
      const how = "running jobs end at their next turn, waiting ones when their turn comes";
      say(options, farm, `stopped at ${farm.stoppedAt}: ${how}`);
      if (!options.json) progress(`no new jobs are accepted until: drover resume${dirFlag(options.dir)}`);
    });
