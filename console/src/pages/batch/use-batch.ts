import { events } from "@drover/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { useApi, useClient } from "../../api/use-api.ts";
import { isLive } from "./status-word.tsx";

const pollMilliseconds = 5_000;

/** A batch as it is, and as it becomes: by its events, and by asking again where they cannot be had. */
export function useBatch(id: string) {
  const client = useClient();
  const known = useQueryClient();
  const [streams, setStreams] = useState(true);
  const batch = useApi("readBatch", { id }, streams ? {} : { everyMilliseconds: pollMilliseconds });
  const lives = batch.data !== undefined && isLive(batch.data.status);
  useEffect(() => {
    if (!lives || !streams) return;
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      for await (const { event, data } of events(client, "batchEvents", { id }, { signal: stop.signal }))
        if (event === "batch") known.setQueryData(["readBatch", { id }], JSON.parse(data) as BatchResponse);
    };
    follow().catch(() => {
      if (!stop.signal.aborted) setStreams(false);
    });
    return () => stop.abort();
  }, [client, known, id, lives, streams]);
  return batch;
}

/** Of a small batch every two seconds, of a hundred thousand jobs every twenty. */
const pauseFor = (lineCount: number): number => Math.min(20_000, Math.max(2_000, lineCount));

/** What is made of all its jobs: asked again when its counts have changed, and never faster than it is worth. */
export function useBatchLook(batch: BatchResponse) {
  const { batchId: id, counts, status, lineCount } = batch;
  const known = useQueryClient();
  const cells = useApi("batchCells", { id });
  const causes = useApi("batchCauses", { id });
  const statistics = useApi("batchStatistics", { id });
  const seen = JSON.stringify([status, counts]);
  const askedFor = useRef({ seen, at: Date.now() });
  useEffect(() => {
    if (askedFor.current.seen === seen) return;
    const wait = Math.max(0, askedFor.current.at + pauseFor(lineCount) - Date.now());
    const timer = setTimeout(() => {
      askedFor.current = { seen, at: Date.now() };
      for (const name of ["batchCells", "batchCauses", "batchStatistics"])
        void known.invalidateQueries({ queryKey: [name, { id }] });
    }, wait);
    return () => clearTimeout(timer);
  }, [known, id, seen, lineCount]);
  return { cells, causes, statistics };
}
