import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the model answers next: an action, or several, as tool calls, plain text, or an HTTP error. */
export type ScriptedReply = ScriptedAction | ScriptedTurn | ScriptedText | ScriptedFailure;
interface ScriptedFailure {
  readonly httpStatus: number;
  readonly retryAfter?: string;
}
type ScriptedAction = { readonly action: string; readonly [parameter: string]: unknown };
type ScriptedTurn = { readonly calls: readonly ScriptedAction[] };
type ScriptedText = { readonly says: string; readonly stopReason?: string };

const isTurn = (reply: ScriptedReply): reply is ScriptedTurn =>
  "calls" in reply && Array.isArray(reply.calls);
const isAction = (reply: ScriptedReply): reply is ScriptedAction => "action" in reply;

function contentOf(reply: ScriptedAction | ScriptedTurn | ScriptedText) {
  if (isTurn(reply)) {
    const content = reply.calls.map(({ action, ...input }, index) => ({
      type: "tool_use",
      id: `toolu_${index + 1}`,
      name: action,
      input,
    }));
    return { content, stop_reason: "tool_use" };
  }
  if (!isAction(reply)) {
    return { content: [{ type: "text", text: reply.says }], stop_reason: reply.stopReason ?? "end_turn" };
  }
  const { action, ...input } = reply;
  return { content: [{ type: "tool_use", id: "toolu_1", name: action, input }], stop_reason: "tool_use" };
}

/** A Messages API that answers what a test says, and keeps what it was asked. */
export async function startScriptedModel() {
  const replies: (ScriptedReply | Promise<ScriptedReply>)[] = [];
  const requests: string[] = [];
  let otherwise = (_request: string): ScriptedReply | Promise<ScriptedReply> => ({ httpStatus: 400 });
  const server = createServer((request, response) => {
    const looked = request.method === "GET" ? /^\/v1\/models\/(.+)$/.exec(request.url ?? "") : null;
    if (looked !== null) {
      const [, id = ""] = looked;
      const isKnown = !id.startsWith("unknown");
      const error = { type: "error", error: { type: "not_found_error", message: `model: ${id}` } };
      response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(isKnown ? { type: "model", id } : error));
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const asked = Buffer.concat(chunks).toString("utf8");
      requests.push(asked);
      const reply = await (replies.shift() ?? otherwise(asked));
      response.setHeader("content-type", "application/json");
      if (!isAction(reply) && "httpStatus" in reply) {
        response.statusCode = reply.httpStatus;
        if (reply.retryAfter !== undefined) response.setHeader("retry-after", reply.retryAfter);
        response.end(JSON.stringify({ type: "error", error: { type: "api_error", message: "scripted" } }));
        return;
      }
      response.end(
        JSON.stringify({
          id: "msg_1",
          type: "message",
          role: "assistant",
          model: "practice-1",
          stop_sequence: null,
          usage: { input_tokens: 100, output_tokens: 10 },
          ...contentOf(reply),
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** A promise: nothing is said until it is kept. */
    answer: (...next: readonly (ScriptedReply | Promise<ScriptedReply>)[]) => {
      replies.push(...next);
    },
    /** What is answered to a request when nothing else is left to answer. */
    otherwise: (reply: (request: string) => ScriptedReply | Promise<ScriptedReply>) => {
      otherwise = reply;
    },
    /** Replies that nobody asked for. */
    forget: () => {
      replies.length = 0;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
