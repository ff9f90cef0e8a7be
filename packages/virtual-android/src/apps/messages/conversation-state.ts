import type { View } from "../../system/app.ts";

export interface ConversationState {
  /** null while the recipient is asked for. */
  readonly address: string | null;
  /** In the field for the recipient. */
  readonly typed: string;
  readonly draft: string;
  readonly menu: "conversation" | { readonly message: number } | null;
  readonly deleting: boolean;
}

export type ConversationView = View<ConversationState>;

export const newConversation: ConversationState = {
  address: null,
  typed: "",
  draft: "",
  menu: null,
  deleting: false,
};
