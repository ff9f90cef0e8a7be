import { describe, expect, it } from "vitest";
import { RfcClient } from "./rfc-client.ts";
import { bluetoothTaps, elementWith, jsonOf, startEnv } from "./start-env.ts";

/** The criteria of `openenv validate --url`, and those of RFC 008 that a server without a container can meet, in words of our own. */
describe("[spec G8] what openenv validate asks of a running server", () => {
  const json = async (url: string, body?: object) => {
    const answer = await fetch(url, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    return jsonOf(answer);
  };

  it("openapi_version_available: a document that says its version", async () => {
    const { url } = await startEnv();
    expect((await json(`${url}/openapi.json`)).info.version).toMatch(/^1\./);
  });

  it("health_endpoint, metadata_endpoint, schema_endpoint: each with its fields", async () => {
    const { url } = await startEnv();
    expect((await json(`${url}/health`)).status).toBe("healthy");
    expect(await json(`${url}/metadata`)).toMatchObject({
      name: expect.any(String),
      description: expect.any(String),
    });
    const schema = await json(`${url}/schema`);
    for (const part of ["action", "observation", "state"]) expect(schema[part]).toEqual(expect.any(Object));
  });

  it("mcp_endpoint: JSON-RPC even for an empty object", async () => {
    const { url } = await startEnv();
    expect(await json(`${url}/mcp`, {})).toMatchObject({ jsonrpc: "2.0" });
  });

  it("mode_endpoint_consistency: reset, step and state together", async () => {
    const { url } = await startEnv();
    const { paths } = await json(`${url}/openapi.json`);
    for (const path of ["/reset", "/step", "/state"]) expect(paths).toHaveProperty([path]);
  });

  it("declares what it answers: no field of an observation is missing in its schema", async () => {
    const { url } = await startEnv();
    const { observation, state } = await json(`${url}/schema`);
    const seen = await json(`${url}/reset`, { task: "bluetooth", picture: true });
    for (const field of Object.keys(seen.observation)) expect(observation.properties).toHaveProperty([field]);
    for (const field of Object.keys(await json(`${url}/state`)))
      expect(state.properties).toHaveProperty([field]);
  });

  it("a solution has the highest reward, doing nothing the floor, and a margin lies between", async () => {
    const { url } = await startEnv();
    const client = await RfcClient.connect(url);
    await client.reset({ task: "bluetooth" });
    const idle = await client.step({ action: "FINISH", status: "infeasible" });
    await client.reset({ task: "bluetooth" });
    let seen = await client.step({ action: "open_app", app: "Settings" });
    for (const words of bluetoothTaps)
      seen = await client.step({ action: "tap", element: elementWith(seen.observation, words) });
    const solved = await client.step({ action: "FINISH", status: "success" });
    expect([idle.reward, solved.reward]).toEqual([0, 1]);
  });

  it("no observation has what the checks look for", async () => {
    const { url } = await startEnv();
    const client = await RfcClient.connect(url);
    expect(JSON.stringify(await client.reset({ task: "bluetooth" }))).not.toContain("bluetooth_on");
  });
});
