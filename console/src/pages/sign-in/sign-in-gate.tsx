import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useConfig } from "../../frame/use-config.ts";
import { cameBack, finishSignIn } from "../../session/oidc.ts";
import { useSession, useSessionStore } from "../../session/use-session.ts";
import { SignInPage } from "./sign-in-page.tsx";

/** Its children, once somebody is signed in; else the page to sign in on, with the address as it is. */
export function SignInGate({ children }: { readonly children: ReactNode }) {
  const { token } = useSession();
  const queries = useQueryClient();
  const returned = useReturn();
  // What one person read is not for the next.
  useEffect(() => {
    if (token === undefined) queries.clear();
  }, [token, queries]);
  if (token !== undefined) return children;
  if (returned.busy) return <p className="unseen">Signing in…</p>;
  return <SignInPage failure={returned.failure} />;
}

/** Started once for each time the issuer sent the browser back: a code is good once, and React may render twice. */
let finishing: Promise<void> | undefined;

/** The second half of signing in, when the issuer has sent the browser back. */
function useReturn(): { readonly busy: boolean; readonly failure: string | undefined } {
  const { signIn } = useConfig();
  const store = useSessionStore();
  const [busy, setBusy] = useState(() => signIn !== null && cameBack());
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (!busy || signIn === null) return;
    finishing ??= finishSignIn(signIn, store);
    finishing
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        finishing = undefined;
        setBusy(false);
      });
  }, [busy, signIn, store]);
  return { busy, failure };
}
