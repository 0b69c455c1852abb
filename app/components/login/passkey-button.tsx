import { useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';

/** Signs in with a passkey. Shown once scripts have loaded, in browsers that support passkeys. */
export function PasskeyButton() {
  const [search] = useSearchParams();
  const [isOffered, setIsOffered] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  useEffect(() => queueMicrotask(() => setIsOffered('PublicKeyCredential' in window)), []);
  if (!isOffered) return null;
  const signIn = async () => {
    setIsPending(true);
    setMessage(null);
    const { signInWithPasskey } = await import('./passkey-sign-in.ts');
    const result = await signInWithPasskey(search.get('to') ?? '/');
    if ('to' in result) {
      window.location.assign(result.to);
      return;
    }
    setIsPending(false);
    setMessage(result.message);
  };
  return (
    <div className="mt-4">
      <div role="alert">{message === null ? null : <Banner tone="danger">{message}</Banner>}</div>
      <Button pending={isPending} pendingLabel="Waiting for your passkey…" onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
    </div>
  );
}
