import { ConnectionException, TableNotFoundException } from '@mikro-orm/core';
import { describe, expect, it } from 'vitest';
import { loggedError } from '#app/config/log-error.server.ts';

describe('loggedError', () => {
  it('keeps the code and constraint of a PostgreSQL error, without the row it quotes', () => {
    const error = Object.assign(
      new Error('duplicate key value: Key (email)=(mary@example.org) already exists'),
      {
        code: '23505',
        constraint: 'user_account_email_unique',
        detail: 'Key (email)=(mary@example.org) already exists.',
      },
    );
    const logged = loggedError(new Error('could not save', { cause: error }));
    expect(JSON.stringify(logged)).not.toContain('mary');
    expect(logged.cause?.code).toBe('23505');
    expect(logged.cause?.constraint).toBe('user_account_email_unique');
    expect(logged.message).toBe('could not save');
    expect(logged.cause?.stack).toContain('log-error.test.ts');
  });

  it.each([
    ['42P01', 'relation "disclosure" does not exist', { table: 'disclosure' }],
    ['42703', 'column d.mary does not exist', { column: 'd.mary' }],
    ['42703', 'column "mary" of relation "student" does not exist', { table: 'student', column: 'mary' }],
    ['42501', 'permission denied for table event', { table: 'event' }],
    ['23502', 'null value in column "first" violates not-null constraint', {}],
  ])('names the missing %s, without the statement: %s', (code, words, names) => {
    const statement = `insert into student (first) values ('relation "Ada" does not exist') - ${words}`;
    const logged = loggedError(new TableNotFoundException(Object.assign(new Error(statement), { code })));
    expect(logged).toMatchObject({ message: 'PostgreSQL rejected a statement', code, ...names });
    expect(
      Object.keys(logged)
        .filter((key) => ['table', 'column'].includes(key))
        .sort(),
    ).toEqual(Object.keys(names).sort());
    expect(JSON.stringify(logged)).not.toContain('Ada');
  });

  it('names a broken pipe, whose code is as long as one of PostgreSQL', () => {
    const error = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    expect(loggedError(error)).toMatchObject({ message: 'write EPIPE', code: 'EPIPE' });
  });

  it('keeps the table and column that PostgreSQL names beside its message', () => {
    const error = Object.assign(new Error('null value in column "first"'), {
      ...{ code: '23502', table: 'student', column: 'first', detail: 'Failing row contains (Mary).' },
    });
    expect(loggedError(error)).toMatchObject({ table: 'student', column: 'first' });
    expect(JSON.stringify(loggedError(error))).not.toContain('Mary');
  });

  it.each([undefined, 'ECONNRESET'])(
    'hides the statement that a broken connection quotes, code %s',
    (code) => {
      const statement = `with incoming as (select * from json_populate_recordset(null::student, '[{"first":"Mary"}]'))`;
      const error = Object.assign(new Error(`${statement} - Connection terminated unexpectedly`), { code });
      for (const thrown of [
        error,
        new ConnectionException(error),
        new Error('could not save', { cause: error }),
      ]) {
        expect(JSON.stringify(loggedError(thrown))).not.toMatch(/Mary|json_populate/);
      }
      expect(loggedError(error).message).toBe('A PostgreSQL statement failed');
    },
  );

  it('keeps other messages', () => {
    expect(loggedError(new Error('connect ECONNREFUSED 127.0.0.1:5432')).message).toBe(
      'connect ECONNREFUSED 127.0.0.1:5432',
    );
  });

  it('names the type of a thrown value that is not an Error, but not the value', () => {
    expect(loggedError('mary@example.org')).toEqual({ type: 'string', message: 'not an Error object' });
  });
});
