import { describe, expect, it } from 'vitest';
import { loggedError } from '#app/config/log-error.server.ts';

describe('loggedError', () => {
  it('keeps the code and constraint of a PostgreSQL error and none of the row it quotes', () => {
    const fault = Object.assign(
      new Error('duplicate key value: Key (email)=(mary@example.org) already exists'),
      {
        code: '23505',
        constraint: 'user_account_email_unique',
        detail: 'Key (email)=(mary@example.org) already exists.',
      },
    );
    const logged = loggedError(new Error('could not save', { cause: fault }));
    expect(JSON.stringify(logged)).not.toContain('mary');
    expect(logged.cause?.code).toBe('23505');
    expect(logged.cause?.constraint).toBe('user_account_email_unique');
    expect(logged.message).toBe('could not save');
    expect(logged.cause?.stack).toContain('log-error.test.ts');
  });

  it('says what kind of thing was thrown when it is no Error, and not the thing', () => {
    expect(loggedError('mary@example.org')).toEqual({ type: 'string', message: 'not an Error object' });
  });
});
