import { startAuthentication, WebAuthnError } from '@simplewebauthn/browser';
import { failureText, readResponse } from '#app/lib/browser/api-response.ts';
import { PasskeyOptionsSchema, PasskeySignedInSchema } from '#app/schemas/passkey.ts';

/** Asks the browser for a passkey and signs in with it. Returns where to go, or why it failed. */
export async function signInWithPasskey(to: string): Promise<{ to: string } | { message: string | null }> {
  try {
    const options = await readResponse(await post('/login/passkey/options', {}), PasskeyOptionsSchema);
    const assertion = await startAuthentication({ optionsJSON: options });
    return await readResponse(await post('/login/passkey', { assertion, to }), PasskeySignedInSchema);
  } catch (error) {
    return { message: wasCanceled(error) ? null : failureText(error) };
  }
}

/** Returns whether the person closed the browser's dialog or it timed out. Browsers don't say which. */
export function wasCanceled(error: unknown): boolean {
  const name = error instanceof WebAuthnError ? (error.cause as Error | undefined)?.name : undefined;
  return name === 'NotAllowedError' || (error instanceof Error && error.name === 'NotAllowedError');
}

function post(path: string, body: object): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    credentials: 'same-origin',
    body: JSON.stringify(body),
  });
}
