/**
 * An agent that takes its turns by the API itself, with packages/client: no `drover agent serve` between them.
 *
 *     DROVER_API_URL=… DROVER_TOKEN=… node client-agent.ts "Turn on Bluetooth"
 *
 * It submits a job for itself, takes each turn, and prints how the job ended.
 */
import { createClient, type TurnObservation } from "@drover/client";

type Action = { readonly action: string; readonly [parameter: string]: unknown };

/** Where settings lie, from the top. */
const places = ["Network & internet", "Connected devices", "Connection preferences"];

/** Put your model here. */
function choose({ task, elementText = "", app }: TurnObservation): Action {
  const [, wanted = "", name = ""] = /^turn (on|off) (.+?)\.?$/i.exec(task) ?? [];
  const lines = elementText.split("\n").map((line) => line.trim());
  const idOf = (line: string): number => Number(/^\[(\d+)\]/.exec(line)?.[1]);
  const row = lines.find((line) => line.toLowerCase().includes(name.toLowerCase()) && /CHECKED/.test(line));
  if (row !== undefined) {
    const isOn = !row.includes("UNCHECKED");
    if (isOn === (wanted.toLowerCase() === "on"))
      return { action: "FINISH", status: "success", summary: `${name} is ${wanted}.` };
    return { action: "tap", element: idOf(row) };
  }
  if (app?.package !== "com.android.settings") return { action: "open_app", app: "com.android.settings" };
  const isNamed = (line: string, title: string): boolean =>
    new RegExp(`^\\[\\d+\\] [A-Z]+ "${title}(?: \\||")`, "i").test(line);
  const next = [name, ...places.toReversed()].flatMap(
    (place) => lines.find((line) => isNamed(line, place) && line.includes("CLICKABLE")) ?? [],
  )[0];
  return next === undefined
    ? { action: "scroll", direction: "down" }
    : { action: "tap", element: idOf(next) };
}

const client = createClient({
  apiUrl: process.env.DROVER_API_URL ?? "http://127.0.0.1:4010",
  token: process.env.DROVER_TOKEN ?? "",
});
const [task = "Turn on Bluetooth"] = process.argv.slice(2);
const agent = { kind: "external", name: "client-agent" } as const;
const { jobId: id } = await client.jobs.submit({ body: { task, agent } });
let poll = await client.jobs.turn({ id, query: { wait: 20 } });
while (poll.job.status !== "finished") {
  const { turn } = poll;
  if (turn === null) {
    poll = await client.jobs.turn({ id, query: { wait: 20 } });
    continue;
  }
  const body = { actions: [choose(turn.observation)] };
  const { next } = await client.jobs.answerTurn({ id, turnId: turn.turnId, query: { wait: 20 }, body });
  poll = next ?? (await client.jobs.turn({ id, query: { wait: 20 } }));
}
process.stdout.write(`${id}  ${poll.job.outcome}  ${poll.job.outcomeReason ?? ""}\n`);
