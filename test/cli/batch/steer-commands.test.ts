import { userInfo } from "node:os";
import { beforeEach, describe, expect, it } from "vitest";
import { batchResult } from "#shared/rules/batch-results/result-source.ts";
import { item } from "../../shared/rules/statistics/items.ts";
import { batchId, batchResponse, scriptedFarm } from "./batch-command-line.ts";

const farm = scriptedFarm();
const change = {
  at: "2026-01-01T00:00:00.000Z",
  by: "ada",
  reason: "too dear",
  change: "\u001b[31mconcurrency from 9 to 3",
};
beforeEach(() => {
  const batch = batchResponse({
    status: "paused",
    statusReason: "by ada",
    variants: ["a", "b"],
    pausedVariants: ["a"],
    changes: [change],
  });
  farm.answer("GET", "/v1/batches", { body: { items: [batch] } });
  farm.answer("GET", `/v1/batches/${batchId}`, { body: batch });
  farm.answer("PATCH", `/v1/batches/${batchId}`, { body: batch });
  for (const route of ["cancel", "pause", "resume", "retry", "requeue"])
    farm.answer("POST", `/v1/batches/${batchId}/${route}`, { body: batch });
});

describe("steering a batch", () => {
  it.each(["cancel", "pause", "resume"])(
    "asks to %s it, by its name, and says who and why",
    async (route) => {
      const { out } = await farm.run(route, "everyday", "--reason", "lunch", "--by", "ada");
      expect(farm.asked("POST", `/v1/batches/${batchId}/${route}`)[0]?.body).toEqual({
        reason: "lunch",
        by: "ada",
      });
      expect(out).toBe("everyday is paused: by ada\n  [31mconcurrency from 9 to 3 (ada: too dear)\n");
    },
  );

  it("is by whoever asks", async () => {
    await farm.run("pause", batchId);
    const { username } = userInfo();
    expect(farm.asked("POST", `/v1/batches/${batchId}/pause`)[0]?.body).toMatchObject({ by: username });
  });

  it("runs again what is asked for: kinds, items or jobs", async () => {
    await farm.run("retry", batchId, "--which", "failed", "--reason", "r", "--by", "b");
    expect(farm.asked("POST", `/v1/batches/${batchId}/retry`)[0]?.body).toEqual({
      which: "failed",
      reason: "r",
      by: "b",
    });
    await farm.run("requeue", batchId, "0123456789abcdef0123");
    await farm.run("requeue", batchId, "01JAAAAAAAAAAAAAAAAAAAAAAA");
    expect(farm.asked("POST", `/v1/batches/${batchId}/requeue`).map(({ body }) => body)).toMatchObject([
      { itemKeys: ["0123456789abcdef0123"] },
      { jobIds: ["01JAAAAAAAAAAAAAAAAAAAAAAA"] },
    ]);
    expect((await farm.run("requeue", batchId, "nonsense")).code).toBe(2);
  });

  it("changes settings one by one, takes limits away, and pauses models beside those that are paused", async () => {
    await farm.run(
      "set",
      batchId,
      "--concurrency",
      "3",
      "--budget",
      "2.5",
      "--remove",
      "budget-tokens",
      "--remove",
      "stop",
      "--by",
      "b",
      "--reason",
      "r",
    );
    await farm.run("set", batchId, "--pause-variant", "b", "--by", "b", "--reason", "r");
    await farm.run("set", batchId, "--unpause-variant", "a", "--by", "b", "--reason", "r");
    expect(farm.asked("PATCH", `/v1/batches/${batchId}`).map(({ body }) => body)).toEqual([
      {
        by: "b",
        reason: "r",
        settings: { concurrency: 3, budget: { costUsd: 2.5, tokens: null }, stop: null },
      },
      { by: "b", reason: "r", pausedVariants: ["a", "b"] },
      { by: "b", reason: "r", pausedVariants: [] },
    ]);
    expect(await farm.run("set", batchId)).toMatchObject({
      code: 2,
      err: expect.stringContaining("Give at least one change"),
    });
    expect(await farm.run("set", batchId, "--pause-variant", "c")).toMatchObject({ code: 2 });
  });

  it("asks for a batch by its name, and knows none of another", async () => {
    await farm.run("pause", "everyday");
    expect(farm.asked("GET", "/v1/batches")[0]?.query).toBe("name=everyday");
    expect(farm.asked("POST", `/v1/batches/${batchId}/pause`)).toHaveLength(1);
    farm.answer("GET", "/v1/batches", { body: { items: [] } });
    expect(await farm.run("pause", "nobody")).toMatchObject({ code: 2, err: "There is no batch 'nobody'." });
  });
});

describe("looking at a batch", () => {
  it("lists its items by outcome, error, tag, model and task", async () => {
    const items = [
      item({ taskId: "wifi", outcomes: ["inconclusive"], last: { errorCode: "DeviceLost", steps: 4 } }),
    ];
    farm.answer("GET", `/v1/batches/${batchId}/jobs`, { body: { items, nextCursor: "n" } });
    const filters = [
      "--outcome",
      "inconclusive",
      "--error-code",
      "DeviceLost",
      "--tag",
      "smoke",
      "--model",
      "a",
      "--task",
      "wifi",
    ];
    const { out, err } = await farm.run("jobs", "everyday", ...filters);
    expect(out).toMatch(/wifi +default +1 +inconclusive \(DeviceLost\) +1 +4 /);
    expect(
      Object.fromEntries(new URLSearchParams(farm.asked("GET", `/v1/batches/${batchId}/jobs`)[0]?.query)),
    ).toEqual({
      limit: "20",
      outcome: "inconclusive",
      errorCode: "DeviceLost",
      tag: "smoke",
      model: "a",
      taskId: "wifi",
    });
    expect(err).toContain("--error-code DeviceLost");
    expect(err).toContain("--cursor n");
    expect((await farm.run("jobs", batchId, "--tag", "a b")).code).toBe(2);
  });

  it("lists batches", async () => {
    expect((await farm.run("list", "--status", "paused")).out).toMatch(
      /everyday +01JBATCH0+ +paused +2 +2 +a, b/,
    );
    expect(farm.asked("GET", "/v1/batches")[0]?.query).toBe("limit=20&status=paused");
  });

  it("compares two batches, or two models of them", async () => {
    const results = { format: "jsonl", complete: true, links: { results: `${farm.url()}/results` } };
    farm.answer("GET", `/v1/batches/${batchId}/results`, { body: results });
    const made = ["a", "b"].flatMap((variant) =>
      ["wifi", "alarm"].map((taskId) =>
        item({ taskId, variant, outcomes: [variant === "a" && taskId === "wifi" ? "failed" : "succeeded"] }),
      ),
    );
    farm.answer("GET", "/results", {
      body: made.map((one) => `${JSON.stringify(batchResult(one))}\n`).join(""),
    });
    expect((await farm.run("compare", "everyday/a", "everyday/b")).out).toContain(
      "2 tasks on both sides: 1 fixed, 0 broken, 1 same",
    );
    expect((await farm.run("compare", "everyday", batchId)).out).toContain("0 fixed, 0 broken, 2 same");
    expect((await farm.run("compare", "everyday/a", "everyday/c")).err).toContain("no results of 'c'");
    expect((await farm.run("results", "everyday")).out.trim().split("\n")).toHaveLength(4);
  });
});
