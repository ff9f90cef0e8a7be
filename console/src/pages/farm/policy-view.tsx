import { Fragment, type ReactNode } from "react";
import type { Policy } from "#shared/contracts/job/policy.ts";
import { useApi } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { Failure } from "../../parts/states/failure.tsx";

/** The policy of jobs without their own one: the default with the project's and the tenant's changes. */
export function PolicyView() {
  const { data, isError, error, refetch } = useApi("readFarm", {});
  if (isError) return <Failure error={error} retry={refetch} />;
  if (data === undefined) return <p className="quiet">Loading…</p>;
  return (
    <>
      <header className="page-head">
        <h2>Default policy of jobs</h2>
        <CopyRequest name="readFarm" asked={{}} />
      </header>
      <p className="quiet">
        This policy applies to every job without its own policy: the default, with the changes that{" "}
        <code>policy</code> in drover.config.ts makes for the project and for this tenant.
      </p>
      {data.policy === undefined ? (
        <p>This farm does not report its policy.</p>
      ) : (
        <PolicyFacts policy={data.policy} />
      )}
    </>
  );
}

const Words = ({ words }: { readonly words: readonly string[] }) =>
  words.map((word, index) => (
    <Fragment key={word}>
      {index > 0 && ", "}
      <code className="farm-word">{word}</code>
    </Fragment>
  ));

/** `allow` absent allows all that is not denied. */
function Rule({
  allow,
  deny,
  all,
}: {
  readonly allow?: readonly string[] | undefined;
  readonly deny: readonly string[];
  readonly all: string;
}) {
  return (
    <>
      {allow === undefined ? (
        all
      ) : allow.length === 0 ? (
        "None"
      ) : (
        <>
          Only <Words words={allow} />
        </>
      )}
      {deny.length > 0 && (
        <>
          , never <Words words={deny} />
        </>
      )}
    </>
  );
}

const permissionWords: { readonly [Answer in Policy["permissions"]]: string } = {
  deny: "The host refuses them",
  allow: "The host allows them",
  "ask-model": "The agent answers them",
};

const appErrorWords: { readonly [Answer in Policy["appErrors"]]: string } = {
  recover: "The host closes the dialog and tells the agent",
  "ask-model": "The agent handles them",
  "end-job": "The job ends as failed",
};

type Fact = readonly [string, ReactNode];

function addressFacts({ hosts, schemes }: Policy["urls"]): readonly Fact[] {
  const also: readonly Fact[] = [["Private hosts allowed", <Words key="also" words={hosts.also} />]];
  return [
    ["Schemes of addresses", <Words key="schemes" words={schemes.map((scheme) => `${scheme}:`)} />],
    ["Hosts of addresses", <Rule key="hosts" {...hosts} all="Every public host" />],
    ...(hosts.also.length > 0 ? also : []),
    ...hosts.within.map(
      ({ allow, deny = [] }): Fact => [
        "Limit for every job",
        <Rule key="within" allow={allow} deny={deny} all="every host" />,
      ],
    ),
  ];
}

function adbText({ port, root, reboot }: Policy["adb"]): string {
  const more = [root ? "root" : "", reboot ? "reboot" : ""].filter(Boolean);
  if (!port) return "Not allowed";
  return more.length === 0 ? "Allowed, without root and reboot" : `Allowed, with ${more.join(" and ")}`;
}

function Approval({ categories, kinds, packages, selectors, timeoutMinutes }: Policy["approve"]) {
  const asked = [...categories, ...kinds, ...packages, ...selectors.map((one) => JSON.stringify(one))];
  if (asked.length === 0) return "Nothing";
  return (
    <>
      <Words words={asked} />, and has {timeoutMinutes} minutes; silence is a no
    </>
  );
}

function PolicyFacts({ policy }: { readonly policy: Policy }) {
  const facts: readonly Fact[] = [
    ["Apps", <Rule key="apps" {...policy.packages} all="Every app" />],
    ["Kinds of action", <Rule key="actions" {...policy.actions} all="Every kind" />],
    ...addressFacts(policy.urls),
    ["Permission dialogs", permissionWords[policy.permissions]],
    ["App crashes", appErrorWords[policy.appErrors]],
    ["adb port of a session", adbText(policy.adb)],
    ["Approval needed for", <Approval key="approve" {...policy.approve} />],
  ];
  return (
    <dl className="farm-facts">
      {facts.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a policy has its facts in one order
        <div key={`${name} ${index}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
