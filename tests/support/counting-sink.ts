import { SMTPServer } from 'smtp-server';
import { listeningPort } from '#tests/support/listening-port.ts';

/** A mail server that stores only the Message-IDs per recipient, for thousands of emails. */
export interface CountingSink {
  readonly url: string;
  /** Number of emails that arrived, including repeats. */
  readonly count: number;
  /** The Message-IDs by recipient, in order of arrival. */
  readonly messages: ReadonlyMap<string, readonly string[]>;
  stop(): Promise<void>;
}

const MESSAGE_ID = /^Message-ID:\s*(<[^>]+>)/im;

/** Starts a sink on a free local port. `onEmail` is called for each email that arrives. */
export async function startCountingSink(
  onEmail: (to: string) => void = () => undefined,
): Promise<CountingSink> {
  const messages = new Map<string, string[]>();
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    logger: false,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const id = MESSAGE_ID.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? '';
        messages.set(to, [...(messages.get(to) ?? []), id]);
        count += 1;
        onEmail(to);
        callback();
      });
    },
  });
  server.on('error', () => undefined);
  const port = await listeningPort(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    get count() {
      return count;
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
