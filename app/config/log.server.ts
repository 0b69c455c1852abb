import { type DestinationStream, type Logger, pino } from 'pino';
import { loggedError } from './log-error.server.ts';

export type Log = Logger;

/** Logs JSON lines, by default to stdout. Callers never log student data, addresses or bodies. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: (error: unknown) => loggedError(error) },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['req.headers.cookie', 'req.headers.authorization', 'cookie', 'password', 'code'],
        remove: true,
      },
    },
    destination,
  );
}
