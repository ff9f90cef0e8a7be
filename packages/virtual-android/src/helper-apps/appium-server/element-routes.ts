import sharp from "sharp";
import * as z from "zod";
import { middleOf } from "../../graphics/geometry.ts";
import type { AccessibleNode } from "../../toolkit/accessible-node.ts";
import { alertText, answerAlert } from "./alerts.ts";
import { type Found, findElements, type Locator } from "./find-elements.ts";
import { withDescendants } from "./match-ui-selector.ts";
import { attributesOf } from "./page-source.ts";
import { ActionsBody, performActions } from "./perform-actions.ts";
import { readBody } from "./read-body.ts";
import type { RouteCall, Routes, ServerSession } from "./route.ts";
import { WebDriverError } from "./web-driver-error.ts";

const Find = z.looseObject({
  strategy: z.string(),
  selector: z.string().max(20_000),
  context: z.string().nullish(),
});
const Text = z.looseObject({
  text: z.string().max(100_000),
  replace: z.union([z.boolean(), z.string()]).optional(),
});
const Button = z.looseObject({ buttonLabel: z.string().nullish() });

const enter = 66;
/** Other names that `attribute` takes. */
const aliases: Readonly<Record<string, string>> = {
  name: "text",
  className: "class",
  contentDescription: "content-desc",
  resourceId: "resource-id",
  longClickable: "long-clickable",
};

async function find({
  session,
  body,
}: RouteCall): Promise<{ readonly found: readonly Found[]; readonly locator: Locator | null }> {
  const { strategy, selector, context } = readBody(Find, body);
  const { phone, settings, elements } = session;
  const below = context ? await elements.view(context, settings) : null;
  const locator = { strategy, selector };
  const found = await findElements(locator, { phone, settings, context: below });
  // What was found inside another element is not looked for again without it.
  return { found, locator: below === null ? locator : null };
}

const viewOf = ({ session, params }: RouteCall): Promise<AccessibleNode> =>
  session.elements.view(params.id ?? "", session.settings);

const sizeOf = ({ left, top, right, bottom }: AccessibleNode["bounds"]) => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
});

async function attribute(call: RouteCall): Promise<string | null> {
  const { found } = await call.session.elements.found(call.params.id ?? "", call.session.settings);
  const asked = call.params.name ?? "";
  const name = aliases[asked] ?? asked;
  if (found.node === null) return name === "text" ? found.text : null;
  const entry = attributesOf(found.node).find(([known]) => known === name);
  if (entry !== undefined) return entry[1];
  const known = attributesOf(found.node).map(([one]) => one);
  throw new WebDriverError(
    "unknown error",
    `'${asked}' attribute is unknown for the element. Only the following attributes are supported: [${known.join(", ")}]`,
  );
}

async function type(node: AccessibleNode, body: unknown, session: ServerSession): Promise<void> {
  const { text: given, replace } = readBody(Text, body);
  const pressesEnter = given.endsWith("\\n");
  const text = pressesEnter ? given.replaceAll("\\n", "") : given;
  const before = String(replace) === "true" ? "" : (node.view.widget.text ?? "");
  await session.phone.takes("gesture");
  if (!session.phone.automation.setText(node, before + text))
    throw new WebDriverError(
      "invalid element state",
      `Cannot set the element to '${text}'. Did you interact with the correct element?`,
    );
  if (pressesEnter) await session.phone.device.input.keyevent(enter);
}

/** @throws WebDriverError when nothing has the focus */
async function focused({ phone, settings }: ServerSession): Promise<AccessibleNode> {
  await phone.waitForIdle(settings);
  const node = phone
    .roots(settings)
    .flatMap(withDescendants)
    .find((one) => one.focused);
  if (node !== undefined) return node;
  throw new WebDriverError("no such element", "There is no element with the focus");
}

async function picture(call: RouteCall): Promise<string> {
  const { x: left, y: top, width, height } = sizeOf((await viewOf(call)).bounds);
  await call.session.phone.takes("picture");
  const whole = sharp(await call.session.phone.device.screencap());
  return (await whole.extract({ left, top, width, height }).png().toBuffer()).toString("base64");
}

/** Commands about elements and what an element is found in. */
export const elementRoutes: Routes = {
  "POST element": async (call) => {
    const { found, locator } = await find(call);
    const [first] = found;
    if (first !== undefined) return call.session.elements.add(first, locator);
    throw new WebDriverError(
      "no such element",
      "An element could not be located on the page using the given search parameters",
    );
  },
  "POST elements": async (call) =>
    (await find(call)).found.map((one) => call.session.elements.add(one, null)),
  "GET element/active": async ({ session }) => {
    const node = await focused(session);
    return session.elements.add({ node, text: node.text }, null);
  },
  "POST element/:id/click": async (call) => {
    const { x, y } = middleOf((await viewOf(call)).bounds);
    await call.session.phone.takes("gesture");
    await call.session.phone.device.input.tap(x, y);
    await call.session.phone.waitForIdle(call.session.settings);
  },
  "POST element/:id/clear": async (call) =>
    type(await viewOf(call), { text: "", replace: true }, call.session),
  "POST element/:id/value": async (call) => type(await viewOf(call), call.body, call.session),
  "POST keys": async ({ session, body }) => type(await focused(session), body, session),
  "GET element/:id/text": async ({ session, params }) =>
    (await session.elements.found(params.id ?? "", session.settings)).found.text,
  "GET element/:id/name": async (call) => (await viewOf(call)).description,
  "GET element/:id/attribute/:name": attribute,
  "GET element/:id/rect": async (call) => sizeOf((await viewOf(call)).bounds),
  "GET element/:id/size": async (call) => {
    const { width, height } = sizeOf((await viewOf(call)).bounds);
    return { width, height };
  },
  "GET element/:id/location": async (call) => {
    const { x, y } = sizeOf((await viewOf(call)).bounds);
    return { x, y };
  },
  "GET element/:id/screenshot": picture,
  "POST actions": async ({ session, body }) => performActions(readBody(ActionsBody, body), session),
  "GET alert/text": ({ session }) => alertText(session.phone, session.settings),
  "POST alert/accept": ({ session, body }) =>
    answerAlert("accept", readBody(Button, body).buttonLabel ?? null, session.phone, session.settings),
  "POST alert/dismiss": ({ session, body }) =>
    answerAlert("dismiss", readBody(Button, body).buttonLabel ?? null, session.phone, session.settings),
};
