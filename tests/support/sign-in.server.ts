import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { parseSettings, type Settings } from '#app/config/env.server.ts';
import type { Caller } from '#app/domain/auth/sessions.server.ts';
import { findActor } from '#app/domain/auth/find-actor.server.ts';
import {
  type RequestingBrowser,
  type RequestedCode,
  requestLoginCode,
} from '#app/domain/auth/request-code.server.ts';
import { sendDueCodes } from '#app/domain/auth/send-codes.server.ts';
import { type SignIn, verifyLoginCode } from '#app/domain/auth/verify-login-code.server.ts';
import type { Ctx, DirectEmail } from '#app/domain/ctx.server.ts';
import { DirectMailer } from '#app/domain/mail/direct-mailer.server.ts';
import { type MailTransport, openMailTransport } from '#app/domain/mail/mail-transport.server.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import { LoginChallengeEntity } from '#db/entities/login-challenge.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { nextNumber } from '#tests/factories/row-defaults.ts';
import { createTestClock, type TestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';
import { discardingMailer } from '#tests/support/discarding-mailer.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** The columns of a login challenge that tests check. */
export interface ChallengeRow {
  readonly id: string;
  readonly attempts: number;
  readonly consumed: boolean;
}

/** Sign-in without adapters, with a real database and mail server. The clock only moves when a test moves it. */
export interface SignInBench {
  readonly orm: Orm;
  readonly databaseUrl: string;
  readonly clock: TestClock;
  readonly sink: SmtpSink;
  readonly settings: Settings;
  readonly logText: () => string;
  /** Creates a context for this actor, anonymous by default. */
  ctx(actor?: Actor): Ctx;
  actorOf(sessionSecret: string): Promise<Actor>;
  ask(email: string, caller?: Partial<RequestingBrowser>): Promise<RequestedCode>;
  /** Requests a code and returns the emailed one. Advances the clock if the code isn't sent immediately. */
  requestSignInCode(email: string, caller?: Partial<RequestingBrowser>): Promise<string>;
  sendDue(): Promise<void>;
  /** Returns the secret of the link in the newest email to an address. */
  newestLinkTo(email: string): Promise<string>;
  /** Waits until every email sent so far has arrived. */
  emailsSettled(): Promise<void>;
  /** Returns the code of the newest email to an address, once all emails to it have arrived. */
  newestCodeTo(email: string): Promise<string>;
  enter(email: string, code: string, caller?: Partial<Caller> & { readonly link?: string }): Promise<SignIn>;
  /** Returns the codes made for an address, oldest first. */
  challengesOf(email: string): Promise<ChallengeRow[]>;
}

export const CALLER: RequestingBrowser = {
  clientAddress: '192.0.2.1',
  userAgent: 'tests',
  browserSecret: 'the browser of the tests',
};

/** Returns a new client address, for callers that must not share a rate limit. */
export function otherNetwork(): { clientAddress: string } {
  const number = nextNumber();
  return { clientAddress: `198.18.${number >> 8}.${number & 0xff}` };
}

/** Returns a new browser on a new network. */
export function otherBrowser(): { clientAddress: string; browserSecret: string } {
  return { ...otherNetwork(), browserSecret: `browser ${nextNumber()}` };
}

/** Returns an address that no other test in this process has used. */
export function freshEmail(): string {
  return `someone${nextNumber()}@school.example.org`;
}

/** Returns a different six-digit code. */
export function otherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

/** Opens the bench for a test file. Each test starts a day later, so that rate limits don't carry over. */
export function useSignIn(env: Readonly<Record<string, string>> = {}): SignInBench {
  const database = useDatabase();
  const clock = createTestClock();
  const lines: string[] = [];
  const sent = new Map<string, number>();
  const log = pino({ level: 'trace', base: null }, { write: (line: string) => lines.push(line) });
  let open:
    | { orm: Orm; sink: SmtpSink; settings: Settings; direct: DirectMailer; transport: MailTransport }
    | undefined;

  beforeAll(async () => {
    const sink = await startSmtpSink();
    const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url, ...env });
    const transport = openMailTransport(settings, { connections: 2, now: clock.now });
    open = {
      orm: await openOrm(database.url),
      sink,
      settings,
      direct: new DirectMailer(transport, log),
      transport,
    };
  });
  beforeEach(() => {
    clock.advance(24 * HOUR_MS);
    lines.length = 0;
  });
  afterAll(async () => {
    await open?.direct.stop();
    open?.transport.close();
    await open?.sink.stop();
    await open?.orm.close(true);
  });

  const opened = () => {
    if (open === undefined) throw new Error('The bench is open only while hooks and tests run.');
    return open;
  };
  const sendSoon = (email: DirectEmail) => {
    sent.set(email.to, (sent.get(email.to) ?? 0) + 1);
    opened().direct.sendSoon(email);
  };
  const bench: SignInBench = {
    get orm() {
      return opened().orm;
    },
    get sink() {
      return opened().sink;
    },
    get settings() {
      return opened().settings;
    },
    get databaseUrl() {
      return database.url;
    },
    clock,
    logText: () => lines.join(''),
    ctx: (actor = ANONYMOUS) => ({
      ...makeCtx({
        orm: opened().orm,
        actor,
        now: clock.now,
        settings: opened().settings,
        mailer: { ...discardingMailer, sendSoon },
      }),
      log,
    }),
    actorOf: async (sessionSecret) =>
      (
        await findActor(opened().orm.em.fork(), sessionSecret, {
          now: clock.now(),
          settings: opened().settings,
        })
      ).actor,
    ask: (email, caller) => requestLoginCode(bench.ctx(), { email, ...CALLER, ...caller }),
    requestSignInCode: async (email, caller) => {
      // With two connections, an earlier email could arrive later and be mistaken for the newest.
      const earlier = sent.get(email);
      if (earlier !== undefined) await opened().sink.waitForEmailTo(email, earlier);
      const { sendsAt } = await bench.ask(email, caller);
      const wait = sendsAt.getTime() - clock.now().getTime();
      if (wait > 0) {
        clock.advance(wait);
        await bench.sendDue();
      }
      return bench.newestCodeTo(email);
    },
    sendDue: async () => {
      await sendDueCodes(bench.ctx());
    },
    newestLinkTo: async (email) => {
      const { text } = await opened().sink.waitForEmailTo(email, sent.get(email));
      return /\/login\?code=([\w-]{22})\n/.exec(text)?.[1] ?? '';
    },
    emailsSettled: async () => {
      for (const [email, count] of sent) await opened().sink.waitForEmailTo(email, count);
    },
    newestCodeTo: (email) => opened().sink.waitForCodeTo(email, sent.get(email)),
    enter: (email, code, caller) => verifyLoginCode(bench.ctx(), { email, code, ...CALLER, ...caller }),
    challengesOf: async (email) => {
      const rows = await storedRows(opened().orm, LoginChallengeEntity, ['id', 'attempts', 'consumedAt'], {
        where: { email },
        orderBy: { sendsAt: 'asc', id: 'asc' },
      });
      return rows.map(({ consumedAt, ...row }) => ({ ...row, consumed: consumedAt !== null }));
    },
  };
  return bench;
}
