import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * JSON lines on stdout. Callers log ids, counts and durations, never students' data, addresses or bodies; what could
 * carry them anyway is removed here.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['req.headers.cookie', 'req.headers.authorization', 'cookie', 'password', 'code'],
      remove: true,
    },
  });
}
