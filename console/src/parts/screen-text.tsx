import { invisibleCharacters } from "#shared/text/invisible-characters.ts";
import "./screen-text.css";

/** What a device, a model or its own page wrote: as text, with what no eye would see made visible. */
export function ScreenText({
  children: text,
  limit = 2_000,
}: {
  readonly children: string;
  readonly limit?: number;
}) {
  const shown = text.length > limit ? text.slice(0, limit).toWellFormed() : text;
  return (
    <bdi className="screen-text">
      {marked(shown)}
      {text.length > limit && <span className="quiet"> … {text.length - limit} more characters</span>}
    </bdi>
  );
}

function marked(text: string): React.ReactNode {
  const found = [...text.matchAll(invisibleCharacters)];
  if (found.length === 0) return text;
  let at = 0;
  const parts = found.flatMap((match) => {
    const [character] = match;
    const before = text.slice(at, match.index);
    at = match.index + character.length;
    return [
      before,
      <span key={match.index} className="unseen-mark" title="An invisible character">
        {`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`}
      </span>,
    ];
  });
  return [...parts, text.slice(at)];
}
