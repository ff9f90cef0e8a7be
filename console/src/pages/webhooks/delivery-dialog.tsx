import type { DeliveryResponse } from "#shared/contracts/api/responses/webhook-response.ts";
import { useApi } from "../../api/use-api.ts";
import { Json } from "../../job-view/fact-list.tsx";
import { CopyButton } from "../../parts/copy/copy-button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Duration, Time } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { AboutLink } from "./delivery-list.tsx";
import { deliveryWords } from "./webhook-words.ts";

interface DialogProps {
  readonly id: string;
  readonly eventId: string;
  readonly onClose: () => void;
}

const everyMilliseconds = 2_000;

/** One event as it was sent, and each try. */
export function DeliveryDialog({ id, eventId, onClose }: DialogProps) {
  const { data, isError, error, refetch } = useApi("readDelivery", { id, eventId }, { everyMilliseconds });
  return (
    <Dialog title={data === undefined ? "A delivery" : data.event.type} onClose={onClose}>
      <div className="delivery">
        {isError && <Failure error={error} retry={refetch} />}
        {data !== undefined && <Delivery delivery={data} />}
      </div>
    </Dialog>
  );
}

function Delivery({ delivery }: { readonly delivery: DeliveryResponse }) {
  const { event, eventId, status, attempts } = delivery;
  return (
    <>
      <p>
        <span className={`delivery-${status}`}>{deliveryWords[status]}</span> <AboutLink event={event} />{" "}
        <code className="quiet">{eventId}</code>
        <CopyButton text={eventId} what="Copy the event's id" />
      </p>
      {attempts.length > 0 && (
        <table className="deliveries-table" aria-label="Attempts">
          <tbody>
            {attempts.map(({ at, statusCode, error, milliseconds }) => (
              <tr key={at}>
                <td>
                  <Time at={at} />
                </td>
                <td className={error === undefined ? "delivery-delivered" : "delivery-failed"}>
                  <ScreenText limit={300}>{error ?? `The receiver answered ${statusCode}.`}</ScreenText>
                </td>
                <td>
                  <Duration milliseconds={milliseconds} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Json value={event} label="The event as it is sent" />
    </>
  );
}
