import { imageLimits } from "#agent/models/image-limits.ts";
import { orderPicture } from "#agent/models/order-picture.ts";
import { decidePicture } from "#agent/turn-state/picture-policy.ts";
import { adaptPicture } from "#device-host/observe/adapt-picture.ts";
import { Perception } from "#shared/contracts/device/perception.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { pictureTokens } from "./picture-tokens.ts";

/** One of each family, with the billing that its limits name. */
const models = [
  ["claude-sonnet-5-5", imageLimits.claude],
  ["claude-haiku-4-5", imageLimits.olderClaude],
  ["gpt-5.5", imageLimits.openAiTiles],
  ["gemini-3-pro", imageLimits.gemini],
  ["kimi-k2.5", imageLimits.kimi],
] as const;

/** What a turn's picture counts as, and on how many of the screens one is sent at all. */
export function measurePictures(trees: readonly SemanticUITree[]): readonly string[] {
  const perception = Perception.parse({});
  const decisions = trees.map((tree) => decidePicture({ perception, tree, available: true }));
  const sent = decisions.filter((decision) => decision.sent);
  const reasons = Map.groupBy(sent, ({ reason }) => reason);
  const lines = models.map(([model, { billing }]) => {
    const order = orderPicture(model, perception);
    if (order === null) return `${model}: none`;
    const tokens = trees.map((tree) => {
      const screen = { width: tree.screen_width, height: tree.screen_height };
      return pictureTokens(adaptPicture(screen, tree, order).size, billing);
    });
    const auto = tokens.filter((_, index) => decisions[index]?.sent).reduce((a, b) => a + b, 0);
    const all = tokens.reduce((a, b) => a + b, 0);
    return `${model}: a picture ${Math.min(...tokens)} to ${Math.max(...tokens)} tokens, on average ${Math.round(all / trees.length)}; with 'auto' ${Math.round(auto / trees.length)} a turn`;
  });
  const why = [...reasons].map(([reason, those]) => `${reason} ${those.length}`).join(", ");
  return [`sent on ${sent.length} of ${trees.length} screens${why === "" ? "" : ` (${why})`}`, ...lines];
}
