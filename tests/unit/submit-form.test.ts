import { expect, it } from 'vitest';
import { AddressConflict, Conflict } from '#app/lib/domain-errors.ts';
import { submitForm } from '#app/server/web-route.server.ts';
import { z } from 'zod';

it.each([
  [new AddressConflict('It is taken.'), { email: ['Unable to invite: It is taken.'] }],
  [new Conflict('Try again.'), { '': ['Unable to invite: Try again.'] }],
])(
  'a conflict is shown beside the email field only if it is about the address: %s',
  async (refusal, error) => {
    const form = new FormData();
    form.set('email', 'a@x.example.org');
    const response = await submitForm(
      form,
      z.object({ email: z.string() }),
      () => Promise.reject(refusal),
      'Unable to invite: ',
    );
    expect(response).toMatchObject({ init: { status: 409 }, data: { error } });
  },
);
