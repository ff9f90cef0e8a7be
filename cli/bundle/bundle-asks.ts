import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { Policy } from "#shared/contracts/job/policy.ts";
import { referredSecrets } from "#shared/contracts/job/secret.ts";
import { askOnTerminal, isAttended } from "../follow/ask-on-terminal.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { cut, plain, progress } from "../terminal/terminal.ts";
import { widenedPolicy } from "./widened-policy.ts";

/** What a request asks for that not every job of this farm has: what leaves the farm and where to, what it widens, whose secrets it names. */
function asksOf(request: JobRequest, farm: Policy): readonly string[] {
  const parts = [request, ...Object.values(request.roles ?? {})];
  const { tools, device, requirements, policy } = request;
  return [
    ...parts.flatMap(({ agent }) =>
      agent?.kind === "external" && agent.url !== undefined
        ? [`screens go to its agent at ${agent.url}`]
        : [],
    ),
    ...parts.flatMap(({ prepare }) => [
      ...(prepare?.apps ?? []).flatMap((app) => ("url" in app ? [`an app is fetched from ${app.url}`] : [])),
      ...[...(prepare?.commands ?? []), ...(prepare?.tearDown ?? [])].map(
        (line) => `the device's shell runs: ${line}`,
      ),
    ]),
    ...tools.map((tool) => `its agent may call the tool ${tool}`),
    ...(device === "asItIs" ? [`it uses the device ${requirements.deviceId} with all its data`] : []),
    ...referredSecrets(JSON.stringify(request)).map((name) => `it uses the secret '${name}'`),
    ...widenedPolicy(policy, farm).map((part) => `it widens this farm's policy: ${part}`),
  ];
}

/** Lists what the requests ask for, and continues with a yes. True: they are to have it; there is nothing otherwise. @throws CommandFailure */
export async function agreeTo(
  requests: readonly JobRequest[],
  farm: Policy,
  trust: boolean,
): Promise<boolean> {
  const asked = requests.flatMap((request) => [...new Set(asksOf(request, farm))]);
  for (const [ask, all] of Map.groupBy(asked, (one) => one))
    progress(cut(plain(`${all.length} of ${requests.length} jobs: ${ask}`), 300));
  if (asked.length === 0 || trust) return asked.length > 0;
  if (
    isAttended() &&
    /^y(es)?$/i.test(await askOnTerminal("Repeat it with all of these permissions? [y/N] "))
  )
    return true;
  throw new CommandFailure(
    exitCodes.usage,
    "Nothing was repeated: the bundle asks for more than this farm's jobs may do.",
    ["Give --trust if you trust its author."],
  );
}
