import { once } from "node:events";
import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startModelServer } from "@drover/practice-model";
import { modelMilliseconds } from "#simulation/farm/usual-speed.ts";
import { type ModelTrouble, modelAnswers } from "#simulation/faults/request-faults.ts";

/** The practice model behind a server that can be in trouble, as a model's service is at times. */
export async function startTroubledModel() {
  const model = await startModelServer({ latencyMilliseconds: modelMilliseconds });
  let trouble: ModelTrouble = "well";
  const server = createServer((asked, answer) => {
    if (trouble === "silent") return;
    if (trouble !== "well") {
      const [status, body] = modelAnswers[trouble];
      answer.writeHead(status, { "content-type": "application/json" }).end(body);
      return;
    }
    const { method = "GET", headers } = asked;
    const onward = ask(new URL(asked.url ?? "/", model.url), { method, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 500, told.headers);
      told.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: model.apiKey,
    model: model.model,
    set(now: ModelTrouble) {
      trouble = now;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await model.close();
    },
  };
}
