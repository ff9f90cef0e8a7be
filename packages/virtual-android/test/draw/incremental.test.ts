import fc from "fast-check";
import sharp from "sharp";
import { expect, it, vi } from "vitest";
import { KEY, type PhoneUser, pickUpPhone } from "../phone-user.ts";

const apps = ["Settings", "Clock", "Contacts"] as const;
type Step =
  | readonly ["tap", number, number]
  | readonly ["swipe", number]
  | readonly ["type", string]
  | readonly ["back"];

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant("tap"), fc.nat(1_079), fc.integer({ min: 80, max: 2_270 })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("swipe"), fc.integer({ min: 400, max: 1_900 })) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("type"), fc.stringMatching(/^[a-z]{1,4}$/)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("back")) },
);

async function take({ phone, press }: PhoneUser, taken: Step): Promise<void> {
  if (taken[0] === "tap") await phone.input.tap(taken[1], taken[2]);
  else if (taken[0] === "swipe") await phone.input.swipe(540, 1_200, 540, taken[1], 600);
  else if (taken[0] === "type") await phone.input.text(taken[1]);
  else await press(KEY.back);
}

const pixels = async (png: Buffer): Promise<Buffer> => sharp(png).ensureAlpha().raw().toBuffer();

/** With another copy of the code, which has drawn nothing yet. */
async function pickUpAnew(): Promise<PhoneUser> {
  vi.resetModules();
  const anew = await import("../phone-user.ts");
  return anew.pickUpPhone();
}

it("shows after any taps what a phone shows that drew nothing before", async () => {
  const way = fc.tuple(fc.constantFrom(...apps), fc.array(step, { minLength: 3, maxLength: 8 }));
  await fc.assert(
    fc.asyncProperty(way, async ([app, steps]) => {
      await using looking = await pickUpPhone();
      await using blind = await pickUpAnew();
      for (const user of [looking, blind]) await user.tap(app);
      for (const taken of steps) {
        await looking.phone.screencap();
        for (const user of [looking, blind]) await take(user, taken);
      }
      const [inParts, anew] = await Promise.all([
        pixels(await looking.phone.screencap()),
        pixels(await blind.phone.screencap()),
      ]);
      expect(inParts.equals(anew)).toBe(true);
    }),
    { numRuns: 6, seed: 20_261_122 },
  );
});
