import type { ModelsResponse } from "#shared/contracts/api/responses/models-response.ts";
import { useApi } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { countText } from "../../parts/format.ts";
import { type PlainColumn, PlainTable } from "../../parts/plain-table.tsx";
import type { Sorting } from "../../parts/sorting.ts";
import { Failure } from "../../parts/states/failure.tsx";

type RoleModel = ModelsResponse["roles"][number];
type KnownModel = ModelsResponse["models"][number];

/** Which model each role asks, and what a million tokens cost. */
export function ModelsView(sorting: Sorting) {
  const { data, isError, error, refetch } = useApi("readModels", {});
  if (isError) return <Failure error={error} retry={refetch} />;
  if (data === undefined) return <p className="quiet">Loading…</p>;
  return (
    <>
      <header className="page-head">
        <h2>Model of each role</h2>
        <CopyRequest name="readModels" asked={{}} />
      </header>
      <p className="quiet">The defaults. A job can name another model for each role.</p>
      <PlainTable
        label="Model of each role"
        columns={roleColumns(data.models)}
        rows={data.roles}
        rowKey={({ role }) => role}
        sorting={sorting}
      />
      <h2>US dollars per million tokens</h2>
      <PlainTable
        label="Models and prices"
        columns={modelColumns}
        rows={data.models}
        rowKey={({ model }) => model}
        sorting={sorting}
      />
    </>
  );
}

const roleColumns = (models: readonly KnownModel[]): readonly PlainColumn<RoleModel>[] => [
  { head: "Role", sort: { by: "role", value: ({ role }) => role }, cell: ({ role }) => role },
  {
    head: "Model",
    sort: { by: "model", value: ({ model }) => model },
    cell: ({ model, fallback }) => (
      <>
        {model ?? <span className="quiet">none: a job has to name one</span>}
        {fallback !== undefined && <span className="quiet">, else {fallback}</span>}
      </>
    ),
  },
  {
    head: "Provider",
    sort: { by: "provider", value: ({ provider }) => provider },
    cell: ({ provider }) => provider,
  },
  {
    head: "Price, input and output",
    cell: ({ model }) => {
      const prices = models.find((known) => known.model === model)?.prices;
      if (prices === undefined) return <span className="quiet">not known</span>;
      return `${priceText(prices.input)} and ${priceText(prices.output)}`;
    },
  },
  { head: "Effort", cell: ({ effort }) => effort ?? "" },
  { head: "Longest reply", number: true, cell: ({ maxTokens }) => `${countText(maxTokens)} tokens` },
  { head: "Timeout", number: true, cell: ({ timeoutSeconds }) => `${timeoutSeconds} s` },
];

/** To the cent, and further where a price is. */
const dollars = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const priceText = (usd: number): string => `$${dollars.format(usd)}`;

const price = (head: string, of: (model: KnownModel) => number | undefined): PlainColumn<KnownModel> => ({
  head,
  number: true,
  sort: { by: head.toLowerCase().replaceAll(" ", "-"), value: of, largestFirst: true },
  cell: (model) => {
    const usd = of(model);
    return usd === undefined ? "" : priceText(usd);
  },
});

const modelColumns: readonly PlainColumn<KnownModel>[] = [
  { head: "Model", sort: { by: "model", value: ({ model }) => model }, cell: ({ model }) => model },
  {
    head: "Provider",
    sort: { by: "provider", value: ({ provider }) => provider },
    cell: ({ provider, isConfigured }) =>
      isConfigured ? provider : <span className="quiet">{provider}, not set up here</span>,
  },
  price("Input", ({ prices }) => prices.input),
  price("Output", ({ prices }) => prices.output),
  price("Read from cache", ({ prices }) => prices.cacheRead),
  price("Written to cache", ({ prices }) => prices.cacheWrite),
  {
    head: "Price from",
    cell: ({ pricesOf }) => (pricesOf === "project" ? "drover.config.ts" : pricesOf),
  },
  {
    head: "Ends",
    cell: ({ endsOn, successor }) =>
      endsOn !== undefined && `${endsOn}${successor === undefined ? "" : `, then ${successor}`}`,
  },
];
