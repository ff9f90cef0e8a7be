import "./sign-in-page.css";
import { type FormEvent, useState } from "react";
import { useConfig } from "../../frame/use-config.ts";
import { Command } from "../../parts/copy/command.tsx";
import { beginSignIn } from "../../session/oidc.ts";
import { useSession, useSessionStore } from "../../session/use-session.ts";

/** Where nobody is signed in: the issuer's page where there is one, else a token. */
export function SignInPage({ failure }: { readonly failure: string | undefined }) {
  const { signIn, place } = useConfig();
  const { refused } = useSession();
  const [problem, setProblem] = useState(failure);
  const begin = (): void => {
    if (signIn === null) return;
    beginSignIn(signIn).catch((error: unknown) =>
      setProblem(
        `The sign-in service is not reachable: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
  };
  return (
    <main className="sign-in">
      <h1>
        Drover <span className="quiet">{place}</span>
      </h1>
      {refused && <p role="status">Your session has expired. Sign in again to return to your page.</p>}
      {problem !== undefined && (
        <p role="alert" className="sign-in-problem">
          {problem}
        </p>
      )}
      {signIn === null ? (
        <TokenForm />
      ) : (
        <button type="button" className="primary" onClick={begin}>
          Sign in
        </button>
      )}
    </main>
  );
}

/** For a farm without an issuer: its own token, which stays in this tab. */
function TokenForm() {
  const store = useSessionStore();
  const [token, setToken] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (token.trim() !== "") store.signIn(token.trim());
  };
  return (
    <>
      <p>To open this page signed in, run this on the farm's machine:</p>
      <Command text="drover open" />
      <form onSubmit={submit}>
        <label htmlFor="token">Or paste a token:</label>
        <input
          id="token"
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={token}
          onChange={({ target }) => setToken(target.value)}
        />
        <button type="submit" className="primary" disabled={token.trim() === ""}>
          Sign in
        </button>
      </form>
      <p className="quiet">The token stays in this browser until you sign out.</p>
    </>
  );
}
