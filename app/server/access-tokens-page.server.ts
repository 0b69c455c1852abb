import { data } from '@remix-run/node';
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '#app/domain/auth/access-tokens.server.ts';
import { getUser } from '#app/domain/users/read-users.server.ts';
import { ACCESS_TOKEN_MESSAGES } from '#app/messages/access-token-messages.ts';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { hasExpired } from '#app/lib/time/expiry.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { NewTokenFormSchema, RevokeTokenFormSchema } from '#app/schemas/access-token.ts';
import { readFlash, redirectWithFlash } from './flash.server.ts';
import type { SignedInCall } from './screen-call.server.ts';
import { submitForm } from './web-route.server.ts';

/** Loads the page of a person's access tokens. */
export async function loadAccessTokens({ ctx, request }: SignedInCall, userId: string) {
  const { items } = await listAccessTokens(ctx, { userId });
  const person = await getUser(ctx, userId);
  const { messages, headers } = await readFlash(request, ctx.settings);
  const response = {
    person: { id: person.id, name: fullName(person) },
    tokens: items.map((token) => ({ ...token, hasExpired: hasExpired(token.expiresAt, ctx.now()) })),
    flash: messages,
  };
  return data(response, { headers });
}

/** Revokes a token and redirects to `to`. */
export async function revokeToken({ ctx }: SignedInCall, form: FormData, to: string) {
  return submitForm(
    form,
    RevokeTokenFormSchema,
    async ({ id }) => {
      await revokeAccessToken(ctx, id);
      const text = ACCESS_TOKEN_MESSAGES.revoked;
      return redirectWithFlash(to, [{ tone: 'success', text }], ctx.settings, { isSamePage: true });
    },
    SAVE_REFUSED,
  );
}

/** Creates a token for the signed-in person, and shows its secret in the response, which isn't stored anywhere. */
export async function createToken({ ctx, actor }: SignedInCall, form: FormData) {
  return submitForm(
    form,
    NewTokenFormSchema,
    async ({ intent: _intent, ...input }) => {
      const { name, secret } = await createAccessToken(ctx, { ...input, userId: actor.id });
      return data({ created: { name, secret } }, { headers: { 'Cache-Control': 'no-store' } });
    },
    SAVE_REFUSED,
  );
}
