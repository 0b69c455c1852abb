import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#app/config/log.server.ts';

describe('a line of the log', () => {
  let written: string[] = [];
  const log = createLog('info', { write: (line) => void written.push(line) });
  beforeEach(() => {
    written = [];
  });
  const entry = () => JSON.parse(written.join('')) as Record<string, unknown>;

  it('is always JSON with its time in UTC', () => {
    log.warn(
      { path: '/a\r\n{"level":50}', err: new Error('no\n{"level":60}\u001b[2J') },
      'one\ntwo\u2028three',
    );
    expect(written).toHaveLength(1);
    expect(written[0]?.trimEnd()).not.toMatch(/[\r\n\u001b]/);
    expect(entry()).toMatchObject({ level: 40, path: '/a\r\n{"level":50}', msg: 'one\ntwo\u2028three' });
    expect(entry()['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('has no cookie, authorization, password, or code, even if they are passed to it', () => {
    log.info({
      cookie: 'secret',
      password: 'secret',
      code: 'secret',
      req: { headers: { cookie: 'secret', authorization: 'secret', host: 'h' } },
    });
    expect(written.join('')).not.toContain('secret');
    expect(entry()).toMatchObject({ req: { headers: { host: 'h' } } });
  });
});
