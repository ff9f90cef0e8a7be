import { expect, it } from "vitest";
import { EnvTasks } from "#environments/env-tasks.ts";
import { nemoRow } from "#environments/nemo-gym.ts";
import { bluetoothTaps, elementWith, lines, startEnv } from "./start-env.ts";

const [task] = new EnvTasks(lines).all;
if (task === undefined) throw new Error("no task");
const row = nemoRow(task);

/** What an agent server of NeMo Gym does with a row: one cookie for seed, tools and verify. */
async function rollout(
  url: string,
  calls: (call: (tool: string, given: object) => Promise<Tool>) => Promise<void>,
  said?: string,
) {
  const post = (path: string, body: object, cookie = "") =>
    fetch(`${url}/${path}`, { method: "POST", body: JSON.stringify(body), headers: { cookie } });
  const seeded = await post("seed_session", row);
  expect(seeded.status).toBe(200);
  const cookie = seeded.headers.get("set-cookie")?.split(";")[0] ?? "";
  await calls(async (tool, given) => (await (await post(tool, given, cookie)).json()) as Tool);
  const message = { type: "message", role: "assistant", content: [{ type: "output_text", text: said }] };
  const response = { id: "r", output: said === undefined ? [] : [message] };
  return { verified: await post("verify", { ...row, response }, cookie), post, cookie };
}
interface Tool {
  readonly screen: string;
}

it("[spec G8] NeMo Gym seeds a row, calls tools by their paths and has the reward in its parts", async () => {
  const { url } = await startEnv();
  const { verified, post, cookie } = await rollout(url, async (call) => {
    let { screen } = await call("open_app", { app: "Settings" });
    for (const words of bluetoothTaps)
      ({ screen } = await call("tap", { element: elementWith({ elementText: screen }, words) }));
    await call("finish", { status: "success" });
  });
  expect(await verified.json()).toMatchObject({
    ...row,
    reward: 1,
    reward_components: { success: 0.8, progress: 0.2, sideEffects: 0, falseClaim: 0 },
  });
  // Verified once: its place is free for the next row.
  expect((await post("look", {}, cookie)).status).toBe(404);
});

it("an agent's last words are its claim when it did not finish", async () => {
  const { url } = await startEnv();
  const { verified } = await rollout(url, async (call) => void (await call("look", {})), "It is done.");
  expect(await verified.json()).toMatchObject({ reward: -0.5 });
  const { verified: silent } = await rollout(url, async () => undefined);
  expect(await silent.json()).toMatchObject({ reward: 0 });
});

it("a row says what the agent sees and which environment it is, and nothing of the checks", () => {
  expect(row.verifier_metadata).toEqual({ task_id: "bluetooth", seed: 0 });
  expect(row.responses_create_params.tools[0]).toMatchObject({ type: "function", name: "look" });
  expect(JSON.stringify(row)).not.toContain("bluetooth_on");
});
