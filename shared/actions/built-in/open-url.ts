import * as z from "zod";
import { SafeText } from "../../contracts/values/safe-text.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { defineBuiltIn, once } from "../action-definition.ts";
import { startActivity } from "./start-activity.ts";

const parameters = z.strictObject({ url: SafeText.min(1).max(2_000) });

export const openUrl = defineBuiltIn({
  name: "open_url",
  description: "http or https.",
  parameters,
  aliases: ["open_link", "browse", "goto", "navigate", "open_browser", "visit"],
  kind: "browser",
  facts: { changesScreen: true, repeatable: "never", presses: "nothing", anywhere: true, script: "open_url" },
  capability: "browser",
  device: parameters,
  aims: () => ({ at: "anywhere" }),
  inWords: ({ url }) => `open ${url}`,
  async run({ url }, { device, urlSchemes }) {
    const address = allowedUrl(url, urlSchemes);
    await startActivity(device, ["am", "start", "-a", "android.intent.action.VIEW", "-d", address]);
    return once;
  },
});

/**
 * As it will be opened: `tel:`, `sms:`, `intent:` and `content:` do things on a phone, and a user name makes one host look
 * like another (docs/security.md rule 1).
 */
export function allowedUrl(text: string, schemes: readonly string[] = ["http", "https"]): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const shown = text.slice(0, 200);
  if (url === null || !schemes.includes(url.protocol.slice(0, -1))) {
    throw new DroverError(
      "UrlNotAllowed",
      `The address '${shown}' cannot be opened: only ${schemes.join(", ")} URLs.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new DroverError("UrlNotAllowed", `The address '${shown}' cannot be opened: it holds a user name.`);
  }
  return url.href;
}
