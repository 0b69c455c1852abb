import { once } from 'node:events';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Settings } from '#app/config/env.server.ts';
import { isRecord } from '#app/lib/records.ts';
import { securityHeaderValues } from './security-headers.server.ts';

export interface ListeningServer {
  readonly server: Server;
  /** Ends each connection after its next response, so that no proxy keeps one open until the server closes. */
  disableKeepAlive(): void;
  /** Stops accepting requests and closes idle connections. Resolves when the last running request has ended. */
  close(): Promise<void>;
}

/** The port or address can't be used; the message is a sentence for operators. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than the idle timeout of common load balancers, so that they close first. */
const KEEP_ALIVE_MS = 65_000;
const CLOSING_SWEEP_MS = 50;

const PARSER_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const LISTEN_ERRORS: Readonly<Record<string, (settings: Settings, variable: string) => string>> = {
  EADDRINUSE: ({ port }, variable) =>
    `Port ${port} is in use. Stop the other program, or set ${variable} to another port.`,
  EACCES: ({ port }, variable) =>
    `This user can't listen on port ${port}. Set ${variable} to one above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `This machine has no address ${host}. Set HOST to one of its addresses, like 127.0.0.1 or 0.0.0.0.`,
  ENOTFOUND: ({ host }) =>
    `This machine has no address ${host}. Set HOST to one of its addresses, like 127.0.0.1 or 0.0.0.0.`,
};

/**
 * @param variable the setting of the port, for errors
 * @throws {ListenError} if the port or address can't be used
 */
export async function listen(
  app: RequestListener,
  settings: Settings,
  variable = 'PORT',
): Promise<ListeningServer> {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requireHostHeader: false,
    },
    app,
  );
  server.on('checkExpectation', app);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, settings));
  server.listen(settings.port, settings.host);
  await once(server, 'listening').catch((error: unknown) => {
    const explain = isRecord(error) ? LISTEN_ERRORS[String(error['code'])] : undefined;
    throw explain === undefined ? error : new ListenError(explain(settings, variable), { cause: error });
  });
  return { server, disableKeepAlive: () => disableKeepAlive(server), close: () => close(server) };
}

function disableKeepAlive(server: Server): void {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
}

async function close(server: Server): Promise<void> {
  disableKeepAlive(server);
  const closed = new Promise((resolve) => server.close(resolve));
  const sweep = setInterval(() => server.closeIdleConnections(), CLOSING_SWEEP_MS);
  await closed;
  clearInterval(sweep);
}

/** Responds to malformed HTTP with an empty body and the usual security headers. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, settings: Settings): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = PARSER_STATUS[error.code ?? ''] ?? 400;
  const headers = {
    ...securityHeaderValues(settings, null),
    'Content-Length': '0',
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`);
}
