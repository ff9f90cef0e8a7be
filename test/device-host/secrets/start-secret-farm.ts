import sharp from "sharp";
import { expect } from "vitest";
import { jsonLineLogger } from "#device-host/host-logger.ts";
import type { HostOptions } from "#device-host/host-options.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import { SecretName } from "#shared/contracts/job/secret.ts";
import { type Bounds, SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { toNormalised } from "#shared/screen/coordinates.ts";
import { createSecretVault } from "#shared/storage/secrets/secret-vault.ts";
import { stage, tenantId } from "../../shared/storage/sample-records.ts";
import { everythingKept } from "../everything-kept.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

export type Held = Awaited<ReturnType<TestFarm["lease"]>>;
const looking = {
  modelPicture: { longEdge: 800, quality: 60, marks: false, alone: false },
  ocr: "never",
} as const;

/** A farm with a phone, a host and one secret, `shop`, that these apps may get. */
export async function startSecretFarm(
  value: string,
  packages: readonly string[],
  options: Partial<HostOptions> = {},
) {
  const farm = await startTestFarm();
  const lines: string[] = [];
  const startHost = () =>
    farm.startHost({
      ...options,
      logger: jsonLineLogger(
        "debug",
        (line) => lines.push(line),
        () => new Date(),
      ),
    });
  const keep = (name: string, secret: string, apps: readonly string[] = packages) =>
    createSecretVault(farm.storage.clients.secretsManager, stage).put(tenantId, SecretName.parse(name), {
      value: secret,
      packages: [...apps],
    });
  await keep("shop", value);
  await startHost();
  const [phone] = farm.phones.phones;
  if (phone === undefined) throw new Error("no phone");

  const treeOf = ({ treeKey }: Observation) => farm.storage.artifacts.getJson(treeKey ?? "", SemanticUITree);
  const perform = async (held: Held, stepNumber: number, ...actions: readonly StoredAction[]) => {
    const { output, cause } = await farm.run(held, { kind: "perform", stepNumber, actions, ...looking });
    if (output === undefined) throw new Error(cause);
    return PerformAnswer.parse(JSON.parse(output));
  };
  const fieldIn = async (observation: Observation) => {
    const { elements } = await treeOf(observation);
    const field = elements.find(({ type }) => type === "textfield");
    if (field === undefined) throw new Error("no text field");
    return field;
  };
  return {
    farm,
    phone,
    looking,
    keep,
    treeOf,
    perform,
    fieldIn,
    async start(task: string, change: Record<string, unknown> = {}): Promise<Held> {
      const held = await farm.lease({ task, debug: true, ...change });
      await farm.run(held, { kind: "setUp", precheck: false, ...looking });
      return held;
    },
    /** In the app's first text field, which had the focus then. */
    async typeSecret(held: Held, app: string) {
      const opened = await perform(held, 1, { action: "open_app", package: app });
      const { bounds } = await fieldIn(opened.observation);
      const action = {
        action: "type_secret",
        secret: "shop",
        coordinate: middleOf(bounds),
        clear: true,
      } as const;
      return perform(held, 2, action);
    },
    async restartHost(): Promise<void> {
      await farm.hosts.at(-1)?.close();
      await startHost();
    },
    shownByPhone: async () => JSON.stringify(await phone.dumpHierarchy()),
    /** In no text in storage, and no log. */
    async expectKeptNowhere(text: RegExp): Promise<void> {
      for (const [key, content] of await everythingKept(farm.storage))
        if (!/\.(png|jpg|webp)$/.test(key)) expect(content, key).not.toMatch(text);
      expect(lines.join("\n")).not.toMatch(text);
    },
    /** One colour, in both pictures of the screen. */
    async expectCovered({ screenshotKey, modelScreenshotKey }: Observation, bounds: Bounds): Promise<void> {
      for (const key of [screenshotKey, modelScreenshotKey]) {
        const picture = Buffer.from(await farm.storage.artifacts.get(key ?? ""));
        expect(await spreadIn(picture, bounds), key ?? "").toBeLessThan(12);
      }
    },
  };
}

export const middleOf = ({ left, top, right, bottom }: Bounds): Coordinate =>
  toNormalised({ x: (left + right) / 2, y: (top + bottom) / 2 }, { width: 1080, height: 2400 });

/** How far apart the darkest and the brightest are of a colour, inside these bounds of the screen. */
export async function spreadIn(png: Buffer, { left, top, right, bottom }: Bounds): Promise<number> {
  // A JPEG's colours run at edges.
  const edge = 24;
  const picture = sharp(png);
  const scale = (await picture.metadata()).width / 1080;
  const inside = {
    left: left + edge,
    top: top + edge,
    width: right - left - 2 * edge,
    height: bottom - top - 2 * edge,
  };
  const area = {
    left: Math.floor(inside.left * scale),
    top: Math.floor(inside.top * scale),
    width: Math.floor(inside.width * scale),
    height: Math.floor(inside.height * scale),
  };
  // Statistics are of what a picture was read from, so the part is made one of its own.
  const part = await picture.extract(area).removeAlpha().png().toBuffer();
  const { channels } = await sharp(part).stats();
  return Math.max(...channels.map(({ min, max }) => max - min));
}
