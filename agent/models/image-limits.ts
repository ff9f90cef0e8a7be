import type { PictureLimits } from "#shared/screen/picture-size.ts";

/** How a service counts the tokens of a picture that it takes as it is. */
export type PictureBilling =
  /** One for each square of this edge, started ones too, times `factor`. */
  | { readonly kind: "patches"; readonly edge: number; readonly factor: number }
  /** So many for each square, and some for the picture. */
  | { readonly kind: "tiles"; readonly edge: number; readonly perTile: number; readonly base: number };

/** Larger pictures are scaled down by the service: coordinates would be those of another picture. */
export interface ImageLimits extends PictureLimits {
  readonly billing: PictureBilling;
}

const patches = (edge: number, factor = 1): PictureBilling => ({ kind: "patches", edge, factor });

/** 28 pixels a patch, so many patches at most. */
const claude = (longEdge: number, tokens: number): ImageLimits => ({
  longEdge,
  maxPixels: tokens * 28 * 28,
  billing: patches(28),
});

/** What the makers' guides to pictures say. */
export const imageLimits = {
  claude: claude(2_576, 4_784),
  olderClaude: claude(1_568, 1_568),
  /** Scaled to fit 2,048 and then to 768 on the short side. */
  openAiTiles: {
    longEdge: 2_048,
    shortEdge: 768,
    billing: { kind: "tiles", edge: 512, perTile: 170, base: 85 },
  },
  openAiPatches: { longEdge: 2_048, maxPixels: 1_536 * 32 * 32, billing: patches(32) },
  gemini: { longEdge: 3_072, billing: { kind: "tiles", edge: 768, perTile: 258, base: 0 } },
  kimi: { longEdge: 896, billing: patches(28) },
  /** The visual tokens of Qwen2.5-VL and what descends from it, as its processor is set up. */
  qwen: { longEdge: 2_048, maxPixels: 1_280 * 28 * 28, billing: patches(28) },
  /** Of a model that nobody knows: what all take. */
  unknown: { longEdge: 1_024, maxPixels: 1_024 * 1_024, billing: patches(28) },
} as const satisfies Record<string, ImageLimits>;

/** Families whose models come and go faster than a table of them: the first match holds. */
const families: readonly (readonly [pattern: RegExp, limits: ImageLimits])[] = [
  [/claude/, imageLimits.olderClaude],
  [/gpt-.*(mini|nano)|o4-mini/, imageLimits.openAiPatches],
  [/gpt-|chatgpt|^o\d/, imageLimits.openAiTiles],
  [/gemini|gemma/, imageLimits.gemini],
  [/kimi|moonshot/, imageLimits.kimi],
  [/qwen|ui-tars|mai-ui|gui-owl|mobile-agent|ui-venus/, imageLimits.qwen],
];

/** By the name of a model that is not in the table. */
export const imageLimitsByName = (id: string): ImageLimits =>
  families.find(([pattern]) => pattern.test(id.toLowerCase()))?.[1] ?? imageLimits.unknown;
