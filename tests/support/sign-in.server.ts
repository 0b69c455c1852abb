import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { parseSettings, type Settings } from '#app/config/env.server.ts';
import type { Caller } from '#app/domain/auth/sessions.server.ts';
import { findActor } from '#app/domain/auth/find-actor.server.ts';
import {
  type AskingBrowser,
  type RequestedCode,
  requestLoginCode,
} from '#app/domain/auth/request-code.server.ts';
import { sendDueCodes } from '#app/domain/auth/send-codes.server.ts';
import { type SignIn, verifyLoginCode } from '#app/domain/auth/verify-login-code.server.ts';
import type { Ctx, DirectMail } from '#app/domain/ctx.server.ts';
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
import { noCarrier } from '#tests/support/no-carrier.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** A row of the table of codes, as far as tests look at it. */
export interface ChallengeRow {
  readonly id: string;
  readonly attempts: number;
  readonly consumed: boolean;
}

/** Sign-in below the adapters: real database, real mail, real library; the clock stands unless moved. */
export interface SignInBench {
  readonly orm: Orm;
  readonly databaseUrl: string;
  readonly clock: TestClock;
  readonly sink: SmtpSink;
  readonly settings: Settings;
  /** Every line logged so far, as text. */
  readonly logText: () => string;
  /** A context as a request of this actor gets one; nobody unless told. */
  ctx(actor?: Actor): Ctx;
  /** Who holds this session secret now. */
  actorOf(sessionSecret: string): Promise<Actor>;
  ask(email: string, caller?: Partial<AskingBrowser>): Promise<RequestedCode>;
  /** Asks for a code and answers the one that was mailed, after a minute where the address had one already. */
  askCode(email: string, caller?: Partial<AskingBrowser>): Promise<string>;
  /** Sends the codes that are due by now. */
  sendDue(): Promise<void>;
  /** The link in the newest mail to an address, without what stands before its secret. */
  newestLinkTo(email: string): Promise<string>;
  /** Waits until every mail has come that was handed over so far. */
  mailsSettled(): Promise<void>;
  /** The code of the newest mail to an address, waiting for all that were sent to it. */
  newestCodeTo(email: string): Promise<string>;
  enter(email: string, code: string, caller?: Partial<Caller> & { readonly link?: string }): Promise<SignIn>;
  /** The codes made for an address, oldest first. */
  challengesOf(email: string): Promise<ChallengeRow[]>;
}

export const CALLER: AskingBrowser = {
  clientAddress: '192.0.2.1',
  userAgent: 'tests',
  browserSecret: 'the browser of the tests',
};

/** Another client address each time: for callers that must not share a limit. */
export function otherNetwork(): { clientAddress: string } {
  const number = nextNumber();
  return { clientAddress: `198.18.${number >> 8}.${number & 0xff}` };
}

/** Another browser each time, on another network. */
export function otherBrowser(): { clientAddress: string; browserSecret: string } {
  return { ...otherNetwork(), browserSecret: `browser ${nextNumber()}` };
}

/** An address that no other test of the process has used. */
export function freshEmail(): string {
  return `someone${nextNumber()}@school.example.org`;
}

/** A six-digit code that is not the one given. */
export function otherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

/** Opens the bench for the file it is called in. Each test begins a day after the one before, so that none inherits a limit. */
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
  const sendSoon = (mail: DirectMail) => {
    sent.set(mail.to, (sent.get(mail.to) ?? 0) + 1);
    opened().direct.sendSoon(mail);
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
        mailer: { ...noCarrier, sendSoon },
      }),
      log,
    }),
    actorOf: (sessionSecret) => findActor(opened().orm.em.fork(), sessionSecret, clock.now()),
    ask: (email, caller) => requestLoginCode(bench.ctx(), { email, ...CALLER, ...caller }),
    askCode: async (email, caller) => {
      // Two connections send: a mail of before could arrive after this one and be taken for the newest.
      const earlier = sent.get(email);
      if (earlier !== undefined) await opened().sink.waitForMailTo(email, earlier);
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
      const { text } = await opened().sink.waitForMailTo(email, sent.get(email));
      return /\/login\?code=([\w-]{22})\n/.exec(text)?.[1] ?? '';
    },
    mailsSettled: async () => {
      for (const [email, count] of sent) await opened().sink.waitForMailTo(email, count);
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
