import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Point = { readonly x?: number; readonly y?: number };
interface SaidWord {
  readonly text: string;
  readonly vertices: readonly Point[];
  /** What follows its last letter. */
  readonly after?: "SPACE" | "LINE_BREAK" | "EOL_SURE_SPACE";
  readonly confidence?: number;
}

/** A picture's annotation as Google Vision writes it. */
export const annotation = (paragraphs: readonly (readonly SaidWord[])[]) => ({
  responses: [
    {
      textAnnotations: [],
      fullTextAnnotation: {
        text: "",
        pages: [
          {
            width: 100,
            height: 100,
            blocks: paragraphs.map((words) => ({
              blockType: "TEXT",
              paragraphs: [
                {
                  words: words.map(({ text, vertices, after, confidence }) => ({
                    confidence,
                    boundingBox: { vertices },
                    symbols: Array.from(text, (letter, index) => ({
                      text: letter,
                      ...(after !== undefined && index === text.length - 1
                        ? { property: { detectedBreak: { type: after } } }
                        : {}),
                    })),
                  })),
                },
              ],
            })),
          },
        ],
      },
    },
  ],
});

export const box = (left: number, top: number, right: number, bottom: number): readonly Point[] =>
  [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ].map(({ x, y }) => ({ ...(x === 0 ? {} : { x }), ...(y === 0 ? {} : { y }) }));

interface Asked {
  readonly key: string | undefined;
  readonly path: string;
  readonly content: Buffer;
  readonly features: unknown;
}

/** The REST address `images:annotate`. `answer`: a status alone, or a body with 200; a promise that hangs never answers. */
export async function startVisionServer(answer: (asked: Asked) => unknown) {
  const asked: Asked[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { requests = [] } = JSON.parse(Buffer.concat(chunks).toString());
    const [request] = requests;
    const one = {
      key: incoming.headers["x-goog-api-key"] as string | undefined,
      path: incoming.url ?? "",
      content: Buffer.from(request?.image.content ?? "", "base64"),
      features: request?.features,
    };
    asked.push(one);
    const said = await answer(one);
    const status = typeof said === "number" ? said : 200;
    const body = typeof said === "number" ? { error: { code: said, message: "no" } } : said;
    outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/images:annotate`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type VisionServer = Awaited<ReturnType<typeof startVisionServer>>;
