import { ApiError, typeForStatus } from "./api-error.ts";
import type { MessagesRequest } from "./messages-request.ts";
import { answerAboutApps } from "./practice/answer-about-apps.ts";
import { decide } from "./practice/decide.ts";
import type { PromptView } from "./practice/prompt/prompt-view.ts";
import { readPrompt } from "./practice/prompt/read-prompt.ts";
import type { ScenarioEntry } from "./scenario.ts";
import { type Asked, writeAction, writeMessage, writeRawCall } from "./write-message.ts";

/** What goes over the wire. */
export type Answer =
  | { readonly kind: "json"; readonly body: unknown }
  | { readonly kind: "other"; readonly status: number; readonly contentType: string; readonly body: string }
  | { readonly kind: "hangUp" }
  | { readonly kind: "silent" };

/** The newest prompt in the conversation: turns after it only correct a reply to it. */
export function promptIn(request: MessagesRequest): PromptView | undefined {
  for (const text of textsOf(request)) {
    const view = readPrompt(text);
    if (view !== undefined) return view;
  }
  return undefined;
}

/** Of the user's turns, newest first. Blocks that follow each other are one text to a model. */
const textsOf = ({ messages }: MessagesRequest): readonly string[] =>
  messages
    .toReversed()
    .filter(({ role }) => role === "user")
    .map(({ content }) =>
      typeof content === "string"
        ? content
        : content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    );

const think = (asked: Asked, view: PromptView | undefined): unknown => {
  if (view === undefined) {
    const [newest = ""] = textsOf(asked.request);
    const text =
      answerAboutApps(newest) ?? "I am a practice model: I only understand prompts of Drover's agent.";
    return writeMessage(asked, [{ type: "text", text }], "end_turn");
  }
  const { thinking, action } = decide(view);
  return writeAction(asked, thinking, action);
};

/** @throws ApiError when the scenario says so */
export function answerRequest(
  asked: Asked,
  view: PromptView | undefined,
  entry: ScenarioEntry | undefined,
): Answer {
  if (entry === undefined) return { kind: "json", body: think(asked, view) };
  if ("reply" in entry)
    return { kind: "json", body: writeAction(asked, entry.thinking, entry.reply, entry.stopReason) };
  if ("raw" in entry && entry.tool !== undefined) {
    return { kind: "json", body: writeRawCall(asked, entry.tool, entry.raw) };
  }
  if ("raw" in entry) {
    return {
      kind: "json",
      body: writeMessage(
        asked,
        entry.raw === "" ? [] : [{ type: "text", text: entry.raw }],
        entry.stopReason,
      ),
    };
  }
  if ("status" in entry) {
    const type = entry.type ?? typeForStatus(entry.status);
    const headers =
      entry.retryAfterSeconds === undefined ? {} : { "retry-after": String(entry.retryAfterSeconds) };
    throw new ApiError(type, entry.message ?? `Scripted error ${entry.status}`, {
      status: entry.status,
      headers,
    });
  }
  if ("body" in entry)
    return { kind: "other", status: entry.bodyStatus, contentType: entry.contentType, body: entry.body };
  if ("hangUp" in entry) return { kind: "hangUp" };
  if ("silent" in entry) return { kind: "silent" };
  return { kind: "json", body: think(asked, view) };
}
