import { EventEmitter, once } from 'node:events';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { listeningPort } from '#tests/support/listening-port.ts';

/** A received email: the envelope's sender and recipients, and the parsed message. */
export interface ReceivedEmail {
  from: string;
  to: string[];
  subject: string;
  /** The plain text part. Empty if there is none. */
  text: string;
  /** The HTML part. Empty if there is none. */
  html: string;
  messageId: string | undefined;
  receivedAt: Date;
  parsed: ParsedMail;
}

/** How the sink treats a recipient: accepts, returns 4xx or 5xx, never responds, or closes the connection. */
export type SinkBehavior =
  | { kind: 'accept' }
  | { kind: 'defer'; code?: number; message?: string }
  | { kind: 'refuse'; code?: number; message?: string }
  | { kind: 'hang' }
  | { kind: 'close' };

/** A real SMTP server on a free local port that stores the emails it receives. */
export interface SmtpSink {
  url: string;
  port: number;
  readonly emails: readonly ReceivedEmail[];
  /** Returns the emails with this address in their envelope, oldest first. */
  emailsTo(address: string): ReceivedEmail[];
  /** Waits for this many emails to the address, up to `waitMs` (10 s by default). Returns the newest. */
  waitForEmailTo(address: string, count?: number, waitMs?: number): Promise<ReceivedEmail>;
  /** Waits for the newest email to the address and returns its six-digit code. */
  waitForCodeTo(address: string, count?: number): Promise<string>;
  /** Sets the behavior for all recipients, or a function that returns it per recipient. */
  behave(behavior: SinkBehavior | ((recipient: string) => SinkBehavior)): void;
  /** Deletes the emails and accepts everything again. */
  reset(): void;
  stop(): Promise<void>;
}

const WAIT_MS = 10_000;

/** Starts a sink. It uses plain SMTP without authentication, and messages are limited to 10 MB. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const emails: ReceivedEmail[] = [];
  let behaviorFor: (recipient: string) => SinkBehavior = () => ({ kind: 'accept' });
  const hanging = new Set<() => void>();
  const arrivals = new EventEmitter().setMaxListeners(0);

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: 10_000_000,
    closeTimeout: 500,
    logger: false,
    onRcptTo: ({ address }, session, callback) => {
      const behavior = behaviorFor(address);
      switch (behavior.kind) {
        case 'accept':
          return callback();
        case 'defer':
          return callback(reply(behavior.code ?? 451, behavior.message ?? '4.3.0 Try again later'));
        case 'refuse':
          return callback(reply(behavior.code ?? 550, behavior.message ?? '5.1.1 No such mailbox'));
        case 'hang':
          hanging.add(() => callback(reply(421, 'The sink stops')));
          return undefined;
        case 'close':
          return closeConnection(server, session);
      }
    },
    onData: (stream, session, callback) => {
      simpleParser(stream)
        .then((parsed) => {
          emails.push(receivedEmail(parsed, session));
          arrivals.emit('mail');
          callback();
        })
        .catch(callback);
    },
  });
  server.on('error', () => undefined);

  const port = await listeningPort(server);

  const emailsTo = (address: string) =>
    emails.filter(({ to }) => to.some((recipient) => recipient.toLowerCase() === address.toLowerCase()));

  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    emails,
    emailsTo,
    waitForEmailTo: async (address, count = 1, waitMs = WAIT_MS) => {
      const signal = AbortSignal.timeout(waitMs);
      while (!signal.aborted) {
        const newest = emailsTo(address).at(-1);
        if (newest && emailsTo(address).length >= count) return newest;
        await once(arrivals, 'mail', { signal }).catch(() => undefined);
      }
      const received =
        emails.map(({ to, subject }) => `${to.join(', ')}: ${subject}`).join('\n') || 'none at all';
      throw new Error(
        `Email ${count} to ${address} did not arrive within ${waitMs / 1000} s. Received:\n${received}`,
      );
    },
    waitForCodeTo: async (address, count) => {
      const email = await sink.waitForEmailTo(address, count);
      const code = /\b\d{6}\b/.exec(email.subject)?.[0];
      if (code === undefined) throw new Error(`No six-digit code in the subject "${email.subject}".`);
      return code;
    },
    behave: (behavior) => {
      behaviorFor = typeof behavior === 'function' ? behavior : () => behavior;
    },
    reset: () => {
      emails.length = 0;
      behaviorFor = () => ({ kind: 'accept' });
    },
    stop: async () => {
      for (const release of hanging) release();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
  return sink;
}

function receivedEmail(parsed: ParsedMail, session: SMTPServerSession): ReceivedEmail {
  const { mailFrom, rcptTo } = session.envelope;
  return {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html === false ? '' : parsed.html,
    messageId: parsed.messageId,
    receivedAt: new Date(),
    parsed,
  };
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** The open connections, which the server's own types don't include. */
type OpenConnections = Set<{ session: SMTPServerSession; close(): void }>;

function closeConnection(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections as OpenConnections) {
    if (connection.session.id === session.id) connection.close();
  }
}
