import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";

interface Told {
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has a shape of its own, which the client has held to its output schema
  readonly data: any;
  readonly images: readonly Buffer[];
  readonly isError: boolean;
}

/** Calls a tool, and parts its answer by what it holds. */
export async function called(
  client: Client,
  name: string,
  args: object = {},
  onprogress?: (told: Progress) => void,
): Promise<Told> {
  const answer = await client.callTool(
    { name, arguments: { ...args } },
    undefined,
    onprogress ? { onprogress } : {},
  );
  const content = answer.content as readonly {
    readonly type: string;
    readonly text?: string;
    readonly data?: string;
  }[];
  return {
    text: content.map(({ text = "" }) => text).join("\n"),
    data: answer.structuredContent,
    images: content.flatMap(({ data }) => (data === undefined ? [] : [Buffer.from(data, "base64")])),
    isError: answer.isError === true,
  };
}
