import * as z from "zod";
import type { ModelRequest } from "#agent/models/model-provider.ts";
import { writeRequest } from "#agent/providers/anthropic/write-request.ts";
import type { ApiClient } from "../cli/api-client.ts";
import { jobEnded } from "../test/e2e/drover-process.ts";

const task = "Turn on Bluetooth, then set a timer for 10 minutes";

const Text = z.object({ text: z.string() });
const Asked = z.object({
  request: z.custom<ModelRequest>((value) => typeof value === "object" && value !== null),
  reply: z.object({ raw: z.object({ content: z.array(z.unknown()) }) }),
});
const Predicted = z.object({ calls: z.tuple([Asked]) });
const Performed = z.object({
  command: z.object({ kind: z.string(), deadlineSeconds: z.number(), actions: z.array(z.unknown()) }),
  adb: z.array(z.object({ service: z.string() })),
});

/** What is another in each run: marks, names of files, ids and times. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/__RC_[0-9a-f]+_(\d+)__/g, "__RC_…_$1__"],
  [/drover-[0-9a-f]{12}/g, "drover-…"],
  [/\btoolu_[0-9a-f]+/g, "toolu_…"],
  [/^time: .*$/gm, "time: …"],
  [/^elapsed_time: \d+ s$/gm, "elapsed_time: … s"],
];

/** Lines with JSON that no reader's Markdown takes for its own. */
const block = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** The turn of a real job that turned a switch: prompt, reply, commands and verification, from what the farm kept of them. */
export async function oneTurn(api: ApiClient): Promise<string> {
  const supervision = { planning: "off", progress: false } as const;
  const { jobId } = await api.submit({ task, debug: true, supervision });
  await jobEnded(api, jobId);
  const steps = (await api.steps(jobId, { limit: 100 })).items;
  const step = steps.find(({ verification }) =>
    verification?.findings.some(({ rule }) => rule === "toggleFlipped"),
  );
  if (step === undefined) throw new Error(`No step of ${jobId} turned a switch.`);
  const { items } = await api.debugRecords(jobId);
  const folder = `step-${String(step.stepNumber).padStart(4, "0")}/`;
  const kept = async (end: RegExp): Promise<unknown> => {
    const record = items.find(({ name }) => name.startsWith(folder) && end.test(name));
    const [link] = Object.values(record?.links ?? {});
    if (link === undefined) throw new Error(`Nothing was kept of ${folder}${end.source}.`);
    return (await fetch(link)).json();
  };
  const { calls } = Predicted.parse(await kept(/predict/));
  const text = turnText(calls[0], Performed.parse(await kept(/perform$/)), step);
  return changing.reduce((said, [pattern, instead]) => said.replace(pattern, instead), text);
}

function turnText(
  { request, reply }: z.infer<typeof Asked>,
  { command, adb }: z.infer<typeof Performed>,
  { stepNumber, verification, feedback }: Awaited<ReturnType<ApiClient["steps"]>>["items"][number],
): string {
  // As it went to the Messages API.
  const { system, tools, messages } = writeRequest(request);
  const textOf = (blocks: unknown): string =>
    z
      .array(Text)
      .parse(blocks)
      .map(({ text }) => text)
      .join("");
  // The picture is taken beside the last dump, and begins before or after it.
  const isPicture = (service: string): boolean => service.startsWith("exec:");
  const sent = [...new Set(adb.map(({ service }) => service))];
  const services = [...sent.filter((service) => !isPicture(service)), ...sent.filter(isPicture)];
  return [
    `Turn ${stepNumber} of a job with the task "${task}", done by the practice model on a virtual phone, as the farm kept it with \`debug\`. What differs from run to run is shown as "…". The marker that fences the device's words is masked as "[secret]". \`npm run turn\` writes this section, and a test checks that it is current.`,
    "The system prompt, the same in each turn of each job:",
    block("text", textOf(system)),
    "The tools, one each line:",
    block("json", (tools ?? []).map((tool) => JSON.stringify(tool)).join("\n")),
    "The turn itself, of which all up to the end of the history is found in the service's cache:",
    block("text", messages.map(({ content }) => textOf(content)).join("")),
    "The reply:",
    block("json", JSON.stringify(reply.raw.content, null, 2)),
    "The command that the host receives, and what it sends to the device, each command once and the picture last:",
    block("json", JSON.stringify(command)),
    block("text", services.join("\n")),
    "What verification finds by rule, and what the next turn sees of it:",
    block("json", JSON.stringify({ verification, feedback }, null, 2)),
  ].join("\n\n");
}

const [begin, end] = ["<!-- one turn: begin -->", "<!-- one turn: end -->"];

/** The page with this turn between its two marks. */
export function withTurn(page: string, turn: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no '${begin}' before '${end}'.`);
  return `${page.slice(0, from + begin.length)}\n\n${turn}\n\n${page.slice(to)}`;
}
