import { expect, it } from 'vitest';
import { isLocalHost } from '#app/config/local-host.ts';

it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]', '/var/run/postgresql', ''])(
  'connections to %j need no encryption, because it is this machine',
  (host) => {
    expect(isLocalHost(host)).toBe(true);
  },
);

it.each(['localhost.example.org', '127.example.org', '::12', '[::1234]', 'db.example.org'])(
  'connections to %j need encryption, because it is another machine',
  (host) => {
    expect(isLocalHost(host)).toBe(false);
  },
);
