import { getRouteApi } from "@tanstack/react-router";

export const batchRoute = getRouteApi("/batches/$batchId");

/** What is shown of the batch: all of it is in the address. */
export type BatchSearch = ReturnType<typeof batchRoute.useSearch>;
export type ChangeSearch = (changed: Partial<BatchSearch>) => void;
