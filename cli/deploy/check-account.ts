import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { AutoScalingClient } from "@aws-sdk/client-auto-scaling";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { ServiceQuotasClient } from "@aws-sdk/client-service-quotas";
import * as z from "zod";
import { Stage, usualStage } from "#shared/contracts/values/stage.ts";
import { type Scale, scales } from "#shared/rules/reserved-concurrency.ts";
import { defined } from "#shared/values/defined.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { progress } from "../terminal/terminal.ts";
import { chooseScale, readLambdaRoom } from "./choose-scale.ts";
import { lowQuotas, quotaLink } from "./low-quotas.ts";
import { usedVcpus } from "./used-vcpus.ts";
import { added, noVcpus, vcpusOf } from "./vcpus-of.ts";

/** Of Service Quotas: Lambda's concurrent executions. */
const concurrentExecutions = "L-B99A9384";

/** Whose account it is, as the CDK command is told. */
export interface DeployedAccount {
  readonly profile: string | undefined;
}

/** An account that does not let itself be asked is deployed to all the same. */
async function askAccount<Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    progress(`${what} could not be checked: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** Of the command line and cdk.json. */
type Given = Readonly<Record<string, unknown>>;

const stageOf = ({ stage }: Given): string => Stage.catch(usualStage).parse(stage);

/** Settings that make the deployment fit its account: its scale, and how many functions may run there. Those that are given stay as they are. */
export function fittingSettings(
  given: Given,
  { profile }: DeployedAccount,
): Promise<readonly string[] | undefined> {
  return askAccount("Lambda's concurrent executions", async () => {
    const lambda = new LambdaClient(defined({ profile }));
    const region = await lambda.config.region();
    const room = await readLambdaRoom(lambda, stageOf(given));
    const asked = z
      .enum(Object.keys(scales) as Scale[])
      .optional()
      .catch(undefined)
      .parse(given.scale);
    const link = quotaLink(region, "lambda", concurrentExecutions);
    const scale = chooseScale(room, asked, link);
    if (asked === undefined && scale !== "large")
      progress(
        `scale=${scale}: Lambda lets ${room.limit} functions run at once, ${Math.max(0, room.reservable)} of which can be reserved. To have more: ${link}`,
      );
    const fitting = { scale, accountConcurrency: Math.max(10, room.limit) };
    return Object.entries(fitting).flatMap(([name, value]) => (name in given ? [] : [`${name}=${value}`]));
  });
}

/** Says which quotas are lower than what the templates need. */
export async function tellLowQuotas(
  templates: string,
  given: Given,
  { profile }: DeployedAccount,
): Promise<void> {
  const needs = await neededBy(templates);
  const hasMachines = needs.vcpus.onDemand + needs.vcpus.spot > 0;
  const used = hasMachines
    ? await askAccount("Machines in use", () =>
        usedVcpus(new AutoScalingClient(defined({ profile })), stageOf(given)),
      )
    : undefined;
  await askAccount("Service quotas", async () => {
    const client = new ServiceQuotasClient(defined({ profile }));
    const region = await client.config.region();
    for (const { text, link } of await lowQuotas(client, { region, used: used ?? noVcpus, ...needs }))
      progress(`low quota: ${text} Ask for more: ${link}`);
  });
}

const Template = z.object({
  Resources: z
    .record(z.string(), z.object({ Type: z.string(), Properties: z.unknown().optional() }))
    .default({}),
});

async function neededBy(templates: string) {
  const files = (await readdir(templates)).filter((file) => file.endsWith(".template.json"));
  const stacks = await Promise.all(
    files.map(
      async (file) =>
        Template.parse(JSON.parse(await readFile(path.join(templates, file), "utf8"))).Resources,
    ),
  );
  return {
    vcpus: stacks.map(vcpusOf).reduce(added, noVcpus),
    userPools: stacks
      .flatMap(Object.values<{ readonly Type: string }>)
      .filter(({ Type }) => Type === "AWS::Cognito::UserPool").length,
  };
}
