import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { wasCanceled } from '#app/components/login/passkey-sign-in.ts';
import { PASSKEY_MESSAGES } from '#app/messages/passkey-messages.ts';

/** Asks the browser to create a passkey. Returns its response as JSON, or why it failed. */
export async function createPasskey(options: object): Promise<{ response: string } | { message: string }> {
  try {
    const created = await startRegistration({
      optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
    });
    return { response: JSON.stringify(created) };
  } catch (error) {
    return { message: messageFor(error) };
  }
}

function messageFor(error: unknown): string {
  const code = error instanceof WebAuthnError ? error.code : null;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return PASSKEY_MESSAGES.alreadyHere;
  return wasCanceled(error) ? PASSKEY_MESSAGES.notCreated : PASSKEY_MESSAGES.cannotCreate;
}
