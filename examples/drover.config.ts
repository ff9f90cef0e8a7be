// A drover.config.ts to copy: `drover up --config examples/drover.config.ts`. docs/extending.md explains each part.
import { Coordinate, DroverError, defineAction, defineConfig, z } from "@drover/cli/config";

/** An action of your own: what a model is told of it, what it gives, and what the host does with the device. */
const selectFromWheel = defineAction({
  name: "select_from_wheel",
  description:
    "Turn a picker wheel by so many rows: coordinate is its middle; rows above 0 show later values, below 0 earlier ones.",
  parameters: z.strictObject({ coordinate: Coordinate, rows: z.int().min(-20).max(20) }),
  aliases: ["spin_wheel"],
  // What a job's policy knows it by.
  kind: "touch",
  capability: "touch",
  // What the host is told: here the same that the model gave.
  device: z.strictObject({ coordinate: Coordinate, rows: z.int().min(-20).max(20) }),
  // The wheel must still be where it was when the action was chosen.
  aims: ({ coordinate }) => ({ at: "points", points: [coordinate] }),
  inWords: ({ rows }) => `turn the wheel by ${rows}`,
  async run({ coordinate, rows }, { device, pixelOf, clock, signal }) {
    // An error for the model: it reads this and chooses anew.
    if (rows === 0) throw new DroverError("ValidationError", "Turn the wheel by at least one row.");
    const { x, y } = pixelOf(coordinate);
    const rowHeight = 120;
    for (let row = 0; row < Math.abs(rows); row += 1) {
      const to = Math.max(0, y - Math.sign(rows) * rowHeight);
      await device.writeAll([["input", "swipe", String(x), String(y), String(x), String(to), "300"]]);
      await clock.wait(200, signal);
    }
    return { retries: 0 };
  },
});

/** Its alarms are set for these tests and must stay. */
const clocks = ["com.android.deskclock", "com.google.android.deskclock"];

export default defineConfig({
  actions: [selectFromWheel],

  middleware: [
    {
      name: "leave-clock",
      before: ({ action, package: app }) =>
        action.action !== "home" && (clocks.includes(app) || clocks.includes(String(action.package)))
          ? { skip: "The clock is set for these tests: do without it." }
          : undefined,
    },
    {
      name: "slow-swipes",
      before: ({ action }) =>
        action.action === "swipe" && action.duration === undefined
          ? { action: { ...action, duration: 600 } }
          : undefined,
      after: ({ action, outcome }) =>
        action.action === "swipe" && outcome.ok ? { note: "the list may still be moving" } : undefined,
    },
    {
      // What an agent does not see it does not choose. It is no policy: a coordinate still meets it.
      name: "no-network-settings",
      observe: ({ tree, package: app }) =>
        app === "com.android.settings"
          ? { tree: { ...tree, elements: tree.elements.filter(({ text }) => !text.startsWith("Network")) } }
          : undefined,
    },
  ],

  // Devices whose screen is drawn with a band of 100 pixels at its top that no touch reaches.
  coordinateTransform: {
    toPixel: ([x, y], { width, height }, { model }) =>
      model === "Drover Banded Phone"
        ? { x: x * width, y: 100 + y * (height - 100) }
        : { x: x * width, y: y * height },
    toNormalised: ({ x, y }, { width, height }, { model }) =>
      model === "Drover Banded Phone" ? [x / width, (y - 100) / (height - 100)] : [x / width, y / height],
  },

  // `models.agent.provider: "office"` of a job, or of `drover run`, means this server.
  providers: {
    // `openai`: chat completions, as most services have them; `openai-responses` and `anthropic` are the makers' own.
    office: { kind: "openai", baseUrl: "https://models.example.com/v1", keySource: "env:OFFICE_MODEL_KEY" },
  },

  // US dollars for a million tokens, where yours differ from the published ones.
  prices: { "claude-sonnet-5-5": { input: 1.6, output: 8, cacheRead: 0.08, cacheWrite: 2 } },
});
