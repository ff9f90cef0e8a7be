import * as z from "zod";
import type { ReadWord } from "./read-lines.ts";

/** A coordinate that is 0 is left out of the JSON. */
const Vertex = z.object({ x: z.number().default(0), y: z.number().default(0) });
const Word = z.object({
  boundingBox: z.object({ vertices: z.array(Vertex).min(1) }),
  symbols: z.array(
    z.object({
      text: z.string(),
      property: z.object({ detectedBreak: z.object({ type: z.string().optional() }).optional() }).optional(),
    }),
  ),
  confidence: z.number().optional(),
});
const Paragraph = z.object({ words: z.array(Word).default([]) });
const Block = z.object({ paragraphs: z.array(Paragraph).default([]) });
const Page = z.object({ blocks: z.array(Block).default([]) });

/** What is read of the answer of `images:annotate` to one picture; a picture without text has no annotation. */
export const VisionAnswer = z.object({
  responses: z
    .array(
      z.object({
        error: z.object({ message: z.string().default("no reason given") }).optional(),
        fullTextAnnotation: z.object({ pages: z.array(Page).default([]) }).optional(),
      }),
    )
    .min(1),
});
export type VisionAnswer = z.infer<typeof VisionAnswer>;

const endsLine = new Set(["LINE_BREAK", "EOL_SURE_SPACE"]);
/** Of a word for which the service says none. */
const usualConfidence = 0.95;

/** The words, in pixels of the picture that was sent. */
export function visionWords({ responses }: VisionAnswer): readonly ReadWord[] {
  const pages = responses[0]?.fullTextAnnotation?.pages ?? [];
  const paragraphs = pages.flatMap(({ blocks }) => blocks.flatMap((block) => block.paragraphs));
  let line = 0;
  return paragraphs.flatMap(({ words }) => {
    line += 1;
    return words.map(({ symbols, confidence, boundingBox: { vertices } }) => {
      const [xs, ys] = [vertices.map(({ x }) => x), vertices.map(({ y }) => y)];
      const word = {
        text: symbols.map(({ text }) => text).join(""),
        confidence: (confidence || usualConfidence) * 100,
        bounds: {
          left: Math.max(0, Math.min(...xs)),
          top: Math.max(0, Math.min(...ys)),
          right: Math.max(...xs),
          bottom: Math.max(...ys),
        },
        line,
      };
      if (endsLine.has(symbols.at(-1)?.property?.detectedBreak?.type ?? "")) line += 1;
      return word;
    });
  });
}
