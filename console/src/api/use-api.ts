import type { RequestOf, RouteName } from "@drover/client";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import type { ConsoleClient } from "./console-client.ts";

export const ClientContext = createContext<ConsoleClient | null>(null);

export function useClient(): ConsoleClient {
  const client = useContext(ClientContext);
  if (client === null) throw new Error("There is no API around this component.");
  return client;
}

type Asked<Name extends RouteName> = Omit<RequestOf<DroverApi[Name]>, "signal">;
type Answer<Name extends RouteName> = DroverApi[Name]["response"];

interface Asking {
  /** Asked again after so long, while the page is looked at. */
  readonly everyMilliseconds?: number | undefined;
  /** False: not yet. */
  readonly enabled?: boolean;
  /** Shows what an earlier question brought until this one is answered. */
  readonly keepPrevious?: boolean;
}

/** The route's method, for whatever request fits it. */
function methodOf<Name extends RouteName>(client: ConsoleClient, name: Name) {
  return client[name] as unknown as (
    asked: Asked<Name> & { readonly signal?: AbortSignal },
  ) => Promise<Answer<Name>>;
}

/** What a GET route answers, kept by route and request. */
export function apiQuery<Name extends RouteName>(client: ConsoleClient, name: Name, asked: Asked<Name>) {
  return queryOptions({
    queryKey: [name, asked],
    queryFn: ({ signal }) => methodOf(client, name)({ ...asked, signal }),
  });
}

export function useApi<Name extends RouteName>(name: Name, asked: Asked<Name>, asking: Asking = {}) {
  const { everyMilliseconds, enabled = true, keepPrevious = false } = asking;
  return useQuery({
    ...apiQuery(useClient(), name, asked),
    enabled,
    refetchInterval: everyMilliseconds ?? false,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** The same route for each of several requests. */
export function useApiEach<Name extends RouteName>(name: Name, asked: readonly Asked<Name>[]) {
  const client = useClient();
  return useQueries({ queries: asked.map((one) => apiQuery(client, name, one)) });
}

type ListName = {
  [Name in RouteName]: Answer<Name> extends {
    readonly items: readonly unknown[];
    nextCursor?: string | undefined;
  }
    ? Name
    : never;
}[RouteName];

type ItemOf<Name extends ListName> = Answer<Name>["items"][number];

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
}

/** A list page by page: `data` is every item so far, `fetchNextPage` asks for more. */
export function useApiPages<Name extends ListName>(name: Name, asked: Asked<Name>, asking: Asking = {}) {
  const client = useClient();
  const { everyMilliseconds, enabled = true } = asking;
  return useInfiniteQuery({
    ...infiniteQueryOptions({
      queryKey: [name, "pages", asked],
      initialPageParam: undefined as string | undefined,
      queryFn: async ({ pageParam, signal }) => {
        const query = {
          ...(asked as { query?: object }).query,
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        };
        const page = await methodOf(client, name)({ ...asked, query, signal });
        return page as unknown as PageOf<ItemOf<Name>>;
      },
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
    enabled,
    refetchInterval: everyMilliseconds ?? false,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

/** A route that changes something. Whatever was read before is asked again once it is done. */
export function useApiAction<Name extends RouteName>(name: Name) {
  const client = useClient();
  const known = useQueryClient();
  return useMutation({
    mutationFn: (asked: Asked<Name>) => methodOf(client, name)(asked),
    onSettled: () => known.invalidateQueries(),
  });
}
