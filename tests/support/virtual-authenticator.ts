import type { CDPSession, Page } from 'playwright-core';

/** A passkey device that Chromium simulates. It answers each question at once. */
export interface VirtualAuthenticator {
  /** Whether the person confirms with a fingerprint or screen lock. */
  setVerified(isVerified: boolean): Promise<void>;
  /** Copies the passkeys to another device, with counters as they are. */
  credentials(): Promise<readonly object[]>;
  add(credential: object): Promise<void>;
}

/** Adds a device to a page's browser. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    add: async (credential) => {
      await session.send('WebAuthn.addCredential', { authenticatorId, credential: credential as never });
    },
  };
}
