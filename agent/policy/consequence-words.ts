import type { ApprovalCategory } from "#shared/contracts/job/policy.ts";
import { asItLooks } from "./as-it-looks.ts";

/**
 * What buttons say that spend, delete or send, in the languages that phones are most often set to: English, German, French, Spanish,
 * Portuguese, Italian, Chinese and Japanese. A word or phrase counts where it stands by itself, in whatever letters look like its own. What is said otherwise, drawn without a name or
 * done by a swipe is not recognised (docs/steering.md#what-is-recognised).
 */
const words: Readonly<Record<ApprovalCategory, readonly string[]>> = {
  payment: [
    ...[
      "pay",
      "pay now",
      "buy",
      "purchase",
      "order now",
      "place order",
      "place your order",
      "checkout",
      "check out",
      "subscribe",
    ],
    ...[
      "donate",
      "top up",
      "send money",
      "transfer",
      "withdraw",
      "proceed to payment",
      "confirm payment",
      "tip",
    ],
    ...[
      "bezahlen",
      "zahlen",
      "kaufen",
      "jetzt kaufen",
      "bestellen",
      "zahlungspflichtig",
      "abonnieren",
      "überweisen",
      "spenden",
      "aufladen",
    ],
    ...[
      "payer",
      "acheter",
      "commander",
      "passer la commande",
      "s'abonner",
      "virement",
      "virer",
      "faire un don",
    ],
    ...["pagar", "comprar", "realizar pedido", "hacer pedido", "suscribirse", "transferir", "donar"],
    ...["finalizar compra", "fazer pedido", "assinar", "doar"],
    ...["paga", "pagare", "acquista", "compra", "ordina", "abbonati", "bonifico", "dona"],
    ...["支付", "付款", "购买", "下单", "转账", "支払う", "購入", "注文", "お支払い"],
  ],
  deletion: [
    ...[
      "delete",
      "remove",
      "erase",
      "discard",
      "wipe",
      "uninstall",
      "clear all",
      "clear data",
      "clear storage",
      "clear history",
    ],
    ...["empty trash", "empty bin", "move to trash", "move to bin", "factory reset", "reset all", "format"],
    ...["löschen", "entfernen", "verwerfen", "deinstallieren", "zurücksetzen", "leeren", "in den papierkorb"],
    ...[
      "supprimer",
      "effacer",
      "retirer",
      "désinstaller",
      "vider",
      "réinitialiser",
      "ignorer les modifications",
    ],
    ...["eliminar", "borrar", "descartar", "desinstalar", "vaciar", "restablecer", "quitar"],
    ...["excluir", "apagar", "remover", "esvaziar", "redefinir"],
    ...["elimina", "cancella", "rimuovi", "disinstalla", "svuota", "ripristina", "scarta"],
    ...["删除", "移除", "清空", "卸载", "削除", "消去", "アンインストール"],
  ],
  sending: [
    ...[
      "send",
      "send message",
      "post",
      "publish",
      "share",
      "reply",
      "reply all",
      "forward",
      "tweet",
      "submit",
      "invite",
      "broadcast",
    ],
    ...["senden", "absenden", "veröffentlichen", "teilen", "antworten", "weiterleiten", "posten", "einladen"],
    ...["envoyer", "publier", "partager", "répondre", "transférer", "inviter"],
    ...["enviar", "publicar", "compartir", "responder", "reenviar", "invitar"],
    ...["compartilhar", "partilhar", "encaminhar", "convidar"],
    ...["invia", "pubblica", "condividi", "rispondi", "inoltra", "invita"],
    ...["发送", "发布", "分享", "回复", "转发", "送信", "投稿", "共有", "返信"],
  ],
};

/** Chinese and Japanese part no words. */
const partsNoWords = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

/** What parts words is written once for all of them: written at each, it takes a hundred times as long to compile and to match. */
function patternOf(all: readonly string[]): RegExp {
  // Words of letters that are set apart run together.
  const apart = all
    .filter((word) => !partsNoWords.test(word))
    .map((word) => asItLooks(word).replaceAll(" ", " ?"));
  const anywhere = all.filter((word) => partsNoWords.test(word)).map(asItLooks);
  return new RegExp(
    [`(?<![\\p{L}\\p{N}])(?:${apart.join("|")})(?![\\p{L}\\p{N}])`, ...anywhere].join("|"),
    "iu",
  );
}

const patterns = Object.entries(words).map(
  ([category, all]) => [category as ApprovalCategory, patternOf(all)] as const,
);

/** A name longer than this is a text that somebody reads, not a button that somebody presses. */
const longestName = 60;

/** What pressing something of that name does, as far as its words tell. */
export function consequencesOf(name: string): readonly ApprovalCategory[] {
  const title = asItLooks(name.split(" | ", 1)[0] ?? "");
  return title.length > longestName
    ? []
    : patterns.filter(([, pattern]) => pattern.test(title)).map(([category]) => category);
}

/** `com.example:id/btnSendMessage` reads "btn Send Message". */
export const wordsOfId = (resourceId: string): string =>
  (resourceId.split("/").at(-1) ?? "").replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").replace(/[_.-]+/g, " ");

/** What its words do, in English on any phone. */
export const consequencesOfId = (resourceId: string): readonly ApprovalCategory[] =>
  consequencesOf(wordsOfId(resourceId));
