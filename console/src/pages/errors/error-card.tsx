import { Link } from "@tanstack/react-router";
import type { ErrorGroup, ErrorGroups } from "#shared/contracts/api/error-groups.ts";
import { Time } from "../../parts/figures.tsx";
import { countText, shareText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { AimedPicture } from "./aimed-picture.tsx";
import { Sparkline } from "./sparkline.tsx";

interface ErrorCardProps {
  readonly group: ErrorGroup;
  /** Where all errors are. */
  readonly all: ErrorGroups["facets"];
}

/** Errors of one code on one screen: its picture, how many, since when, and where. */
export function ErrorCard({ group, all }: ErrorCardProps) {
  const { groupId, code, message, count, firstSeenAt, lastSeenAt, perDay, sample } = group;
  return (
    <li className="error-card">
      <AimedPicture
        link={sample.links.screenshot}
        attempted={sample.attemptedAction}
        alt=""
        missing="No picture"
      />
      <div className="error-words">
        <div className="error-title">
          <Link
            className="row-link"
            to="/errors"
            search={(before) => ({ ...before, group: groupId })}
            data-group={groupId}
          >
            {code}
          </Link>
          <strong className="number">{countText(count)}</strong>
        </div>
        <p className="error-message">
          <ScreenText limit={140}>{message}</ScreenText>
        </p>
        <Whose group={group} all={all} />
        <div className="error-times quiet">
          <Time at={lastSeenAt} />
          {count > 1 && (
            <span>
              first <Time at={firstSeenAt} />
            </span>
          )}
          <Sparkline days={perDay} />
        </div>
      </div>
    </li>
  );
}

/** From here on one of them is to blame rather than chance; of fewer errors nothing is claimed. */
const mostly = 0.8;
const fewest = 10;

/** A host or device that has nearly all of them is named first: it is the likely cause. */
function Whose({ group: { hosts, devices, apps, count }, all }: ErrorCardProps) {
  const known = [
    ["device", devices, all.devices],
    ["host", hosts, all.hosts],
  ] as const;
  const blamed = known.flatMap(([kind, [first], { length }]) =>
    // Where there is but one, every error is of it.
    first !== undefined && length > 1 && count >= fewest && first.count / count >= mostly
      ? [{ kind, ...first }]
      : [],
  )[0];
  const [app] = apps;
  return (
    <p className="error-whose">
      {blamed !== undefined && (
        <strong>
          {blamed.count === count ? "all" : shareText(blamed.count / count)} on {blamed.kind}{" "}
          <ScreenText limit={60}>{blamed.id}</ScreenText>
        </strong>
      )}
      {blamed === undefined && hosts.length > 0 && (
        <span>
          on {hosts.length === 1 ? "host " : `${hosts.length} hosts, `}
          <ScreenText limit={40}>{hosts[0]?.id ?? ""}</ScreenText>
          {hosts.length > 1 && " first"}
        </span>
      )}
      {app !== undefined && (
        <span className="quiet">
          in <ScreenText limit={60}>{app.id}</ScreenText>
        </span>
      )}
    </p>
  );
}
