import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ConsoleClient } from "../../api/console-client.ts";
import type { DebugRecord, ScreenSource } from "../../job-view/job-record.ts";
import { asTree } from "../../job-view/tabs/element-tree.ts";
import type { JobFeed } from "./job-feed.ts";

const mostTrees = 60;

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  return response.ok ? response.json() : null;
}

/** Pictures, trees and records of a job where its links say that they lie. */
export function apiScreens(client: ConsoleClient, jobId: string, feed: JobFeed): ScreenSource {
  const trees = new Map<string, Promise<SemanticUITree | null>>();
  const readTree = (key: string): Promise<SemanticUITree | null> => {
    const known = trees.get(key);
    if (known !== undefined) return known;
    const url = feed.links.urlOf(key);
    if (url === undefined) return Promise.resolve(null);
    const reading = readJson(url).then(asTree, () => null);
    if (trees.size >= mostTrees) trees.clear();
    trees.set(key, reading);
    void reading.then((tree) => {
      if (tree !== null) return;
      trees.delete(key);
      feed.links.forget(key);
      feed.renew();
    });
    return reading;
  };
  const readDebug = async (step: number): Promise<readonly DebugRecord[] | null> => {
    const { items } = await client.listDebugRecords({ id: jobId, query: { step } });
    return Promise.all(
      items.map(async ({ name, links: { record } }) => ({
        name,
        content: record === undefined ? null : await readJson(record).catch(() => null),
      })),
    );
  };
  return {
    pictureUrl: (key) => feed.links.urlOf(key),
    pictureFailed(key) {
      feed.links.forget(key);
      feed.renew();
    },
    readTree,
    readDebug,
  };
}
