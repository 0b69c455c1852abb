import { describe, expect, it } from 'vitest';
import { settingErrors } from '#app/config/env.server.ts';

const errorsOf = (variable: 'DATABASE_URL' | 'SMTP_URL', value: string, allowed = '') =>
  settingErrors({ NODE_ENV: 'production', [variable]: value, ALLOW_INSECURE: allowed })
    .filter((error) => error.variable === variable)
    .map(({ message }) => message);

const DATABASE_ERROR =
  'names another machine, so the connection must be encrypted: add ?sslmode=verify-full and, for a private certificate authority, &sslrootcert=FILE (or set ALLOW_INSECURE=database)';
const MAIL_ERROR =
  'names another machine, so the connection must be encrypted: use smtps://, or add ?requireTLS=true (or set ALLOW_INSECURE=smtp)';

describe('DATABASE_URL in production', () => {
  it.each([
    'postgresql://laurel@db.example.net/laurel',
    'postgresql://laurel@db.example.net/laurel?sslmode=disable',
    'postgresql://laurel@db.example.net/laurel?sslmode=prefer',
    'postgresql://laurel@db.example.net/laurel?sslmode=require',
    'postgresql://laurel@10.0.0.5/laurel?ssl=true',
    'postgresql://laurel@127.0.0.1/laurel?host=db.example.net',
    'postgresql://laurel@localhost.example.net/laurel',
  ])('must name a verified server on other machines, unlike %s', (url) => {
    expect(errorsOf('DATABASE_URL', url)).toEqual([DATABASE_ERROR]);
    expect(errorsOf('DATABASE_URL', url, 'smtp')).toEqual([DATABASE_ERROR]);
    expect(errorsOf('DATABASE_URL', url, 'database')).toEqual([]);
  });

  it.each([
    'postgresql://laurel@db.example.net/laurel?sslmode=verify-full',
    'postgresql://laurel@db.example.net/laurel?sslmode=verify-ca',
    'postgresql://laurel@localhost/laurel',
    'postgresql://laurel@127.0.0.1:5432/laurel',
    'postgresql://laurel@[::1]/laurel',
    'postgresql://laurel@%2Fvar%2Frun%2Fpostgresql/laurel',
    'postgresql://laurel@db.example.net/laurel?host=/var/run/postgresql',
  ])('can be %s', (url) => {
    expect(errorsOf('DATABASE_URL', url)).toEqual([]);
  });
});

describe('SMTP_URL in production', () => {
  it.each([
    'smtp://mail.example.net',
    'smtp://mail.example.net:587?requireTLS=false',
    'smtp://mail.example.net:587?ignoreTLS=true',
    'smtps://mail.example.net?tls.rejectUnauthorized=false',
  ])('must require TLS on other machines, unlike %s', (url) => {
    expect(errorsOf('SMTP_URL', url)).toEqual([MAIL_ERROR]);
    expect(errorsOf('SMTP_URL', url, 'database')).toEqual([MAIL_ERROR]);
    expect(errorsOf('SMTP_URL', url, ' database , smtp ')).toEqual([]);
  });

  it.each([
    'smtps://user:password@mail.example.net',
    'smtp://mail.example.net:587?requireTLS=true',
    'smtp://localhost:25',
    'smtp://127.0.0.1:25',
    'smtp://[::1]:25',
  ])('can be %s', (url) => {
    expect(errorsOf('SMTP_URL', url)).toEqual([]);
  });
});

it('ALLOW_INSECURE names the database, the mail server, or both', () => {
  const errors = (value: string) =>
    settingErrors({ ALLOW_INSECURE: value }, []).map(({ variable, message }) => `${variable} ${message}`);
  expect([errors('database'), errors('smtp,database'), errors('')]).toEqual([[], [], []]);
  for (const value of ['yes', 'database,all']) {
    const message = 'must be database, smtp, or both separated by a comma';
    expect(new Set(errors(value).map((line) => line.replace(/^ALLOW_INSECURE\S* /, '')))).toEqual(
      new Set([message]),
    );
  }
});

it('outside production, and for commands that only use the database, other connections are not checked', () => {
  const env = { DATABASE_URL: 'postgresql://db.example.net/laurel', SMTP_URL: 'smtp://mail.example.net' };
  expect(settingErrors({ NODE_ENV: 'development', ...env })).toEqual([]);
  const variables = settingErrors({ NODE_ENV: 'production', ...env }, ['DATABASE_URL']).map(
    ({ variable }) => variable,
  );
  expect(variables).toEqual(['DATABASE_URL']);
});
