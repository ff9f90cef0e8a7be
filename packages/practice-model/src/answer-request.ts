import { ApiError, typeForStatus } from "./api-error.ts";
import type { MessagesRequest } from "./messages-request.ts";
import { answerAboutApps } from "./practice/answer-about-apps.ts";
import { decide } from "./practice/decide.ts";
import type { PromptView } from "./practice/prompt/prompt-view.ts";
import { readPrompt } from "./practice/prompt/read-prompt.ts";
import { type AnsweringRole, answerTools, roleAnsweringBy } from "./practice/roles/answer-tools.ts";
import { practiceRoles } from "./practice/roles/practice-roles.ts";
import type { ScenarioEntry } from "./scenario.ts";
import {
  type Asked,
  withReasoning,
  writeAction,
  writeMessage,
  writeRawCall,
  writeTurn,
} from "./write-message.ts";

/** A model may do so many things in one turn. */
export const mostActions = 5;

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
    if (view !== undefined)
      return {
        ...view,
        mostActions: (request.tools ?? []).length > 0 ? mostActions : 1,
        talked: {
          ...view.talked,
          mayAsk: offers("ask_user", request),
          hasMates: offers("wait_for", request),
        },
      };
  }
  return undefined;
}

/** Whether the request offers an action that not every job has: as a tool, or in its instructions. */
const offers = (action: string, { system = "", tools = [] }: MessagesRequest): boolean =>
  tools.some(({ name }) => name === action) || JSON.stringify(system).includes(action);

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

export interface RoleQuestionText {
  readonly role: AnsweringRole;
  /** All input of the role. */
  readonly text: string;
}

/** The role that a request asks for an answer, by a tool or in text; undefined for a prompt of the agent. */
export function roleQuestionIn(request: MessagesRequest): RoleQuestionText | undefined {
  const { system = "", tools = [] } = request;
  const instructions = typeof system === "string" ? system : system.map(({ text }) => text).join("");
  const inText = /the arguments of "(\w+)"/.exec(instructions)?.[1];
  const role = roleAnsweringBy(tools.length === 1 ? (tools[0]?.name ?? "") : (inText ?? ""));
  // Turns after the first only correct an answer.
  return role === undefined ? undefined : { role, text: textsOf(request).at(-1) ?? "" };
}

function writeAnswer(asked: Asked, role: AnsweringRole, answer: unknown) {
  const input = answer as Readonly<Record<string, unknown>>;
  return asked.request.tools === undefined
    ? writeMessage(asked, [{ type: "text", text: JSON.stringify(input) }], "end_turn")
    : writeAction(asked, null, { ...input, action: answerTools[role] });
}

const think = (asked: Asked, view: PromptView | undefined): ReturnType<typeof writeMessage> => {
  const question = roleQuestionIn(asked.request);
  if (question !== undefined) {
    return writeAnswer(asked, question.role, practiceRoles[question.role](question.text, asked.request));
  }
  if (view === undefined) {
    const [newest = ""] = textsOf(asked.request);
    const text =
      answerAboutApps(newest) ?? "I am a practice model: I only understand prompts of Drover's agent.";
    return writeMessage(asked, [{ type: "text", text }], "end_turn");
  }
  const { thinking, action, further } = decide(view);
  return further.length === 0
    ? writeAction(asked, thinking, action)
    : writeTurn(asked, thinking, [action, ...further]);
};

/** @throws ApiError when the scenario says so */
export function answerRequest(
  asked: Asked,
  view: PromptView | undefined,
  entry: ScenarioEntry | undefined,
): Answer {
  if (entry === undefined) return { kind: "json", body: think(asked, view) };
  if ("reply" in entry) {
    const message = writeAction(asked, entry.thinking, entry.reply, entry.stopReason);
    return { kind: "json", body: withReasoning(message, entry.reasoning) };
  }
  if ("answer" in entry) {
    const role = roleQuestionIn(asked.request)?.role;
    if (role === undefined) throw new ApiError("invalid_request_error", "no role was asked");
    return { kind: "json", body: writeAnswer(asked, role, entry.answer) };
  }
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
  const reasoning = "practice" in entry ? entry.reasoning : undefined;
  return { kind: "json", body: withReasoning(think(asked, view), reasoning) };
}
