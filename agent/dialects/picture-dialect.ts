import { replyText } from "../providers/reply-parts.ts";
import { checkStopReason } from "../replies/check-stop-reason.ts";
import type { ReadPlace } from "../replies/foreign-actions.ts";
import { readPoint } from "../replies/read-point.ts";
import { repairInText } from "../replies/repair-in-text.ts";
import type { Dialect } from "../replies/reply-dialect.ts";
import { parseActions } from "../targets/parse-action.ts";
import type { TextFormat } from "./text-format.ts";

/** The dialect of a model with its own format, which works from pictures alone. */
export const pictureDialect = ({ space, system, read, write }: TextFormat): Dialect => ({
  space,
  request: () => ({ instructions: system }),

  read(reply, { actions, size, unreadPlace }) {
    checkStopReason(reply);
    const place: ReadPlace = (value, field) => space.toNormalised(readPoint(value, field), size);
    const { thinking, actions: given } = read(replyText(reply), (value, field) => {
      try {
        return place(value, field);
      } catch (error) {
        if (unreadPlace === undefined) throw error;
        return unreadPlace;
      }
    });
    return { thinking, actions: parseActions(given, actions) };
  },

  repair: repairInText,
  tell: (action, { size }) => write(action, (coordinate) => space.fromNormalised(coordinate, size)),
});
