import "./exchange.css";
import type { ReactNode } from "react";
import { Duration } from "../../parts/figures.tsx";
import { tokensText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import type { ScreenSource } from "../job-record.ts";
import { Picture } from "../picture.tsx";
import { type ShownCall, type ShownPart, sectionsOf } from "./conversation.ts";

interface ExchangeProps {
  readonly call: ShownCall;
  readonly source: ScreenSource;
  /** The step's own picture, where the one that was shown has no link. */
  readonly picture: string | null;
  /** Controls of whoever shows it, under the reply. */
  readonly again?: ReactNode;
}

/** A text of more characters is closed at first. */
const longText = 800;
const longestShown = 20_000;

/** One call of a model: its system prompt, what it was shown and what it replied, side by side where there is room. */
export function Exchange({ call, source, picture, again }: ExchangeProps) {
  const { role, model, milliseconds, inputTokens, outputTokens, reply, failure } = call;
  const of = { source, picture };
  return (
    <article className="exchange" aria-label={`${role}, ${model}`}>
      <header>
        <strong>{role}</strong> <ScreenText limit={100}>{model}</ScreenText>{" "}
        <span className="quiet">
          <Duration milliseconds={milliseconds} />, {tokensText(inputTokens)} in, {tokensText(outputTokens)}{" "}
          out
        </span>
      </header>
      <div className="exchange-parts">
        <Told call={call} source={source} picture={picture} />
        <section className="exchange-reply">
          <h2>Reply</h2>
          {reply.map((part) => (
            <Part key={part.place.part} part={part} isOpen {...of} />
          ))}
          {failure !== undefined && (
            <p className="exchange-failure">
              <ScreenText>{failure}</ScreenText>
            </p>
          )}
          {again}
        </section>
      </div>
    </article>
  );
}

/** What came from Drover: the system's texts, and what the model was shown of the turn. */
function Told({ call: { system, tools, messages }, ...of }: Omit<ExchangeProps, "again">) {
  return (
    <>
      <section className="exchange-system">
        <h2>System</h2>
        {system.map((part) => (
          <Part key={part.place.part} part={part} isOpen={false} {...of} />
        ))}
        {tools.length > 0 && (
          <p className="quiet">
            Tools: <ScreenText limit={1_000}>{tools.join(", ")}</ScreenText>
          </p>
        )}
      </section>
      <section className="exchange-shown">
        <h2>Input</h2>
        {messages.map(({ isModels, parts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stored request does not change
          <div key={index} className={isModels ? "exchange-earlier" : ""}>
            {isModels && <p className="quiet">It had replied:</p>}
            {parts.map((part) => (
              <Part key={part.place.part} part={part} {...of} />
            ))}
          </div>
        ))}
      </section>
    </>
  );
}

interface PartProps extends Pick<ExchangeProps, "source" | "picture"> {
  readonly part: ShownPart;
  /** Absent: by its length. */
  readonly isOpen?: boolean;
}

function Part({ part, source, picture, isOpen }: PartProps) {
  switch (part.kind) {
    case "picture": {
      const known = part.key !== undefined && source.pictureUrl(part.key) !== undefined;
      return (
        <Picture
          source={source}
          picture={known ? part.key : picture}
          alt="The picture that the model got"
          className="exchange-picture"
        />
      );
    }
    case "toolCall":
      return <CalledTool name={part.name} input={part.text} />;
    case "thought":
      return part.text === "" ? null : <LongText name="Reasoning" text={part.text} isOpen={isOpen} />;
    case "toolResult":
      return <LongText name="Error about the reply" text={part.text} isOpen={isOpen} />;
    case "text":
      return sectionsOf(part.text).map(({ name, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored text does not change
        <LongText key={index} name={name} text={text} isOpen={isOpen} />
      ));
  }
}

/** `input`: its arguments as JSON. */
export const CalledTool = ({ name, input }: { readonly name: string; readonly input: string }) => (
  <div className="exchange-call">
    <code>
      <ScreenText limit={100}>{name}</ScreenText>
    </code>
    <pre>
      <ScreenText limit={longestShown}>{input}</ScreenText>
    </pre>
  </div>
);

interface LongTextProps {
  readonly name: string | undefined;
  readonly text: string;
  readonly isOpen: boolean | undefined;
}

function LongText({ name, text, isOpen = text.length <= longText }: LongTextProps) {
  const shown = (
    <p className="exchange-text">
      <ScreenText limit={longestShown}>{text}</ScreenText>
    </p>
  );
  if (name === undefined && isOpen) return shown;
  return (
    <details open={isOpen}>
      <summary>{name === undefined ? <ScreenText limit={60}>{text}</ScreenText> : name}</summary>
      {shown}
    </details>
  );
}
