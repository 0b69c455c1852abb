import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingErrors } from '#app/config/env.server.ts';
import { driverConnection } from '#db/connection-options.server.ts';

let folder: string;
let certificate: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'laurel-tls-'));
  certificate = path.join(folder, 'root.crt');
  await writeFile(certificate, 'a certificate');
});
afterAll(() => rm(folder, { recursive: true }));

describe('DATABASE_URL', () => {
  it.each([
    ['laurel:hidden@localhost/laurel', /^must begin with postgresql:\/\/$/],
    ['postgresql://laurel:hidden@localhost:99999/laurel', /^must look like postgresql:/],
    ['postgresql://laurel:hidden%zz@localhost/laurel', /^must look like postgresql:/],
    ['postgresql://laurel:hidden@local host/laurel', /^must look like postgresql:/],
    ['postgresql://laurel:hidden@localhost/lau%zz', /^must look like postgresql:/],
    ['postgresql://laurel:hidden@localhost', /^must end with the database's name/],
    ['postgresql://laurel:hidden@localhost/', /^must end with the database's name/],
    [
      'postgresql://laurel:hidden@localhost/laurel?sslmode=always',
      /^must have one of these values for sslmode: /,
    ],
    ['postgresql://laurel:hidden@localhost/laurel?sslmode=verify-ca&sslrootcert=/nowhere', /in sslrootcert/],
  ])('%s is reported in a sentence, without the password', (url, sentence) => {
    const errors = settingErrors({ NODE_ENV: 'test', DATABASE_URL: url });
    expect(errors).toEqual([
      { variable: 'DATABASE_URL', message: expect.stringMatching(sentence) as string },
    ]);
    expect(errors[0]?.message).not.toContain('hidden');
  });

  it.each([
    'postgresql://localhost:5432/laurel',
    'postgres://laurel:p%40ss@[::1]/laurel?sslmode=require',
    'postgresql:///laurel?host=/run/postgresql',
    'postgresql://db.example.org/laurel?sslmode=verify-full&sslrootcert=system',
  ])('accepts %s', (url) => {
    expect(settingErrors({ NODE_ENV: 'test', DATABASE_URL: url })).toEqual([]);
  });
});

describe('the connection that DATABASE_URL describes', () => {
  const of = (parameters: string) => driverConnection(`postgresql://localhost/laurel?${parameters}`);

  it.each(['', 'sslmode=disable', 'sslmode=prefer', 'ssl=0'])("isn't encrypted with %j", (parameters) => {
    expect(of(parameters).ssl).toBeUndefined();
  });

  it.each(['sslmode=require', 'sslmode=no-verify', 'ssl=true', 'ssl=1'])(
    'is encrypted without verifying the server with %s',
    (parameters) => {
      expect(of(parameters).ssl).toMatchObject({ rejectUnauthorized: false });
    },
  );

  it('accepts any server certified by the given authority with verify-ca, or with require and an authority', () => {
    for (const mode of ['verify-ca', 'require']) {
      const { ssl } = of(`sslmode=${mode}&sslrootcert=${certificate}`);
      expect(ssl).toMatchObject({ rejectUnauthorized: true, ca: 'a certificate' });
      expect(ssl?.checkServerIdentity?.('other.example.org', {} as never)).toBeUndefined();
    }
  });

  it('accepts only the named server with verify-full', () => {
    const { ssl } = of(`sslmode=verify-full&sslrootcert=${certificate}`);
    expect(ssl).toEqual({ rejectUnauthorized: true, ca: 'a certificate' });
  });

  it('uses the given socket folder, user, and options', () => {
    expect(of('host=/run/postgresql&port=5433&user=kim&options=-c%20statement_timeout=1')).toMatchObject({
      host: '/run/postgresql',
      port: 5433,
      user: 'kim',
      options: '-c statement_timeout=1',
    });
  });
});
