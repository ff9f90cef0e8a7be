import type { AppContext, AppDatabase } from "../../system/app.ts";

export const WORD_GAME_PACKAGE = "com.example.wordgame";

/** A row for each round that was won. */
export const scoreDatabase: AppDatabase = {
  packageName: WORD_GAME_PACKAGE,
  path: `data/data/${WORD_GAME_PACKAGE}/databases/scores.db`,
  create: (database) => {
    database.exec(
      "CREATE TABLE scores (_id INTEGER PRIMARY KEY, question TEXT NOT NULL, answer TEXT NOT NULL, won_at INTEGER NOT NULL)",
    );
  },
};

export function saveScore(app: AppContext, question: string, answer: string): void {
  app
    .database(WORD_GAME_PACKAGE)
    .prepare("INSERT INTO scores (question, answer, won_at) VALUES (?, ?, ?)")
    .run(question, answer, app.now().getTime());
}
