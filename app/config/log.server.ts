import { type DestinationStream, type Logger, pino } from 'pino';
import { loggedError } from './log-error.server.ts';

export type Log = Logger;

/**
 * JSON lines on stdout unless told otherwise. Callers log ids, counts and durations, never students' data, addresses or bodies; what could
 * carry them anyway is removed here.
 */
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
