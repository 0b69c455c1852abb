import { Authenticator } from 'remix-auth';
import { TOTPStrategy } from 'remix-auth-totp';
import { LOGIN_CODE_DIGITS } from '#app/config/constants.ts';
import { keyedHash } from './session-secret.server.ts';

/** A code and the library's encrypted state to verify it. The state must never reach a browser. */
export interface NewCode {
  readonly code: string;
  readonly totpState: string;
}

type TotpOutcome = ({ readonly kind: 'SENT' } & NewCode) | { readonly kind: 'PROVEN' | 'REFUSED' };

const STRATEGY = 'totp';
const STATE_COOKIE = '_totp';

/** The library uses this only for its magic links, which are never emailed. */
const INNER_URL = 'http://sign-in.invalid/';
const OUTCOME_PATHS = { sent: '/sent', proven: '/proven', refused: '/refused' } as const;

/**
 * One endless period, because the library also accepts codes of adjacent ones. The code's row stores its expiration.
 */
const totpGeneration = {
  algorithm: 'SHA-256',
  charSet: '0123456789',
  digits: LOGIN_CODE_DIGITS,
  period: 1e12,
  window: 0,
};

/** Returns the state that the library would store in the browser's unsigned `_totp` cookie. */
class ServerStateTotpStrategy extends TOTPStrategy<TotpOutcome> {
  readonly #sentCodes: WeakMap<Request, string>;

  constructor(secret: string) {
    const sentCodes = new WeakMap<Request, string>();
    super(
      {
        secret: keyedHash(secret, 'totp', 'state'),
        totpGeneration,
        emailSentRedirect: OUTCOME_PATHS.sent,
        successRedirect: OUTCOME_PATHS.proven,
        failureRedirect: OUTCOME_PATHS.refused,
        validateEmail: () => Promise.resolve(true),
        sendTOTP: ({ code, request }) => {
          sentCodes.set(request, code);
          return Promise.resolve();
        },
      },
      () => Promise.resolve({ kind: 'PROVEN' }),
    );
    this.#sentCodes = sentCodes;
  }

  override async authenticate(request: Request): Promise<TotpOutcome> {
    const response = await super.authenticate(request).catch((thrown: unknown) => thrown);
    if (!(response instanceof Response))
      throw new Error('remix-auth-totp did not respond', { cause: response });
    switch (response.headers.get('Location')) {
      case OUTCOME_PATHS.sent:
        return { kind: 'SENT', code: this.#sentCode(request), totpState: stateIn(response) };
      case OUTCOME_PATHS.proven:
        return { kind: 'PROVEN' };
      default:
        return { kind: 'REFUSED' };
    }
  }

  #sentCode(request: Request): string {
    const code = this.#sentCodes.get(request);
    if (code === undefined) throw new Error('remix-auth-totp sent no code');
    return code;
  }
}

/** Creates a code for an address. The first of the session secrets encrypts its state. */
export async function makeCode(secrets: readonly string[], email: string): Promise<NewCode> {
  const [secret] = secrets;
  if (secret === undefined) throw new Error('No session secret is set to encrypt codes with');
  const outcome = await runTotpStrategy(secret, { email });
  if (outcome.kind !== 'SENT') throw new Error('remix-auth-totp returned no code');
  return { code: outcome.code, totpState: outcome.totpState };
}

/** Returns whether a code matches this state, which any of the session secrets may have encrypted. */
export async function isCodeOf(
  secrets: readonly string[],
  totpState: string,
  code: string,
): Promise<boolean> {
  for (const secret of secrets) {
    const outcome = await runTotpStrategy(secret, { code }, totpState);
    if (outcome.kind === 'PROVEN') return true;
  }
  return false;
}

function runTotpStrategy(
  secret: string,
  form: Record<string, string>,
  totpState?: string,
): Promise<TotpOutcome> {
  const authenticator = new Authenticator<TotpOutcome>().use(new ServerStateTotpStrategy(secret), STRATEGY);
  return authenticator.authenticate(
    STRATEGY,
    new Request(INNER_URL, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: totpState === undefined ? {} : { Cookie: `${STATE_COOKIE}=${totpState}` },
    }),
  );
}

function stateIn(response: Response): string {
  const [setCookie = ''] = response.headers.getSetCookie();
  const state = /^_totp=([^;]+)/.exec(setCookie)?.[1];
  if (state === undefined) throw new Error('remix-auth-totp set no state cookie');
  return state;
}
