import { defineScreen, type View } from "../../system/app.ts";
import { column, stack, text } from "../../toolkit/basic-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { saveScore, WORD_GAME_PACKAGE } from "./score-store.ts";

interface GameState {
  readonly phase: "menu" | "question" | "won";
  /** The last answer was wrong. */
  readonly missed: boolean;
}

const question = "Which one is a fruit?";
const right = "Banana";
const answers = ["Hammer", right, "Window"] as const;

const board = "#14213d";
const ink = "#ffffff";

/** Drawn on one surface, as games are: `uiautomator dump` sees a single node without a word. */
export const gameScreen = defineScreen<GameState>({
  component: `${WORD_GAME_PACKAGE}/.GameActivity`,
  initialState: () => ({ phase: "menu", missed: false }),
  back: (view) => {
    if (view.state.phase === "menu") return false;
    view.set({ phase: "menu", missed: false });
    return true;
  },
  render: (view) => ({
    overPicture: true,
    root: column({ class: "android.widget.FrameLayout", box: { width: "fill", height: "fill" } }, [
      column(
        {
          class: "android.view.SurfaceView",
          leaf: true,
          look: { background: board },
          box: { width: "fill", height: "fill", padding: [96, 32], gap: 40, align: "center" },
        },
        drawn(view),
      ),
    ]),
  }),
});

const heading = (value: string): Widget => text(value, { size: 30, weight: 500, color: ink });

function tile(label: string, onTap: () => void): Widget {
  return stack({ onTap, look: { background: "#fca311", radius: 16 }, box: { width: 260, height: 88 } }, [
    text(label, { size: 26, weight: 500, color: "#000000" }, { box: { gravity: ["center", "center"] } }),
  ]);
}

function drawn(view: View<GameState>): readonly Widget[] {
  const { phase, missed } = view.state;
  if (phase === "menu") {
    return [heading("Word Game"), tile("New round", () => view.set({ phase: "question", missed: false }))];
  }
  if (phase === "won") {
    return [heading("Well done!"), tile("Play again", () => view.set({ phase: "question", missed: false }))];
  }
  return [
    heading(question),
    ...answers.map((answer) => tile(answer, () => choose(view, answer))),
    ...(missed ? [text("Not quite, try again", { size: 22, color: ink })] : []),
  ];
}

function choose(view: View<GameState>, answer: string): void {
  const won = answer === right;
  if (won) saveScore(view.app, question, answer);
  view.set(won ? { phase: "won", missed: false } : { missed: true });
}
