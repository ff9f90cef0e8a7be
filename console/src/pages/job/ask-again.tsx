import { type FormEvent, useState } from "react";
import type { AskedAgain } from "#shared/contracts/api/ask-again.ts";
import { useApiAction } from "../../api/use-api.ts";
import type { PartPlace, ShownCall } from "../../job-view/tabs/conversation.ts";
import { CalledTool } from "../../job-view/tabs/exchange.tsx";
import { Duration } from "../../parts/figures.tsx";
import { moneyText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Failure } from "../../parts/states/failure.tsx";

interface AskAgainProps {
  readonly jobId: string;
  readonly call: ShownCall;
}

const nameOf = ({ message, part }: PartPlace): string => `${message ?? "system"}-${part}`;

/** The texts of a stored prompt, to be edited and asked again; the answer is beside the stored one. */
export function AskAgain({ jobId, call }: AskAgainProps) {
  const [isOpen, setIsOpen] = useState(false);
  const ask = useApiAction("askAgain");
  const texts = [...call.system, ...call.messages.flatMap(({ parts }) => parts)].flatMap((part) =>
    part.kind === "text" ? [part] : [],
  );
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const edits = texts.flatMap(({ place, text }) => {
      const edited = String(form.get(nameOf(place)) ?? text).replaceAll("\r\n", "\n");
      return edited === text ? [] : [{ ...place, text: edited }];
    });
    ask.mutate({ id: jobId, body: { record: call.record, call: call.index, edits } });
  };
  const { data, error, isPending } = ask;
  return (
    <div className="ask-again">
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Edit and ask again
      </button>
      {isOpen && (
        <form onSubmit={send}>
          {texts.map((text) => (
            <PromptText key={nameOf(text.place)} {...text} />
          ))}
          <p className="quiet">The call counts toward this job's limits. Nothing happens on the device.</p>
          <button type="submit" className="primary" disabled={isPending}>
            {isPending ? "Asking…" : "Ask again"}
          </button>
        </form>
      )}
      {error !== null && <Failure error={error} />}
      {data !== undefined && error === null && <Answer answer={data} />}
    </div>
  );
}

const PromptText = ({ place, text }: { readonly place: PartPlace; readonly text: string }) => (
  <label>
    {place.message === null ? "System" : `Text ${place.part + 1}`}
    <textarea name={nameOf(place)} defaultValue={text} rows={Math.min(14, text.split("\n").length + 1)} />
  </label>
);

const Answer = ({ answer: { model, milliseconds, usage, parts } }: { readonly answer: AskedAgain }) => (
  <section className="ask-again-answer" aria-label="Answer to the edited prompt" role="status">
    <h2>
      Asked again: {model}, <Duration milliseconds={milliseconds} />
      {usage.costUsd === undefined ? "" : `, ${moneyText(usage.costUsd)}`}
    </h2>
    {parts.map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: an answer does not change
      <AnswerPart key={index} part={part} />
    ))}
  </section>
);

const AnswerPart = ({ part }: { readonly part: AskedAgain["parts"][number] }) =>
  part.type === "toolCall" ? (
    <CalledTool name={part.name} input={JSON.stringify(part.input, null, 2) ?? ""} />
  ) : (
    <p className="exchange-text">
      <ScreenText limit={20_000}>{part.text}</ScreenText>
    </p>
  );
