import { data } from '@remix-run/node';
import { addPasskey, offerPasskey, requestPasskeyCode } from '#app/domain/auth/add-passkey.server.ts';
import { approvePasskey, listPasskeys, removePasskey } from '#app/domain/auth/passkeys.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { actorId, needsPasskey } from '#app/policy/actor.ts';
import { can } from '#app/policy/authorize.ts';
import type { UserResponse } from '#app/schemas/user.ts';
import { getUser } from '#app/domain/users/read-users.server.ts';
import { PASSKEY_MESSAGES } from '#app/messages/passkey-messages.ts';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import {
  AddPasskeyFormSchema,
  ApprovePasskeyFormSchema,
  OfferPasskeyFormSchema,
  RemovePasskeyFormSchema,
  SendPasskeyCodeFormSchema,
} from '#app/schemas/passkey.ts';
import { codeDelivery } from './code-delivery.ts';
import { callerOf } from './cookies.server.ts';
import { readFlash, redirectWithFlash } from './flash.server.ts';
import type { SignedInCall } from './screen-call.server.ts';
import { submitForm } from './web-route.server.ts';

export const OWN_PASSKEYS = '/account/passkeys';

/** Loads the page of a person's passkeys. */
export async function loadPasskeys({ ctx, request }: SignedInCall, userId: string) {
  const { items } = await listPasskeys(ctx, { userId });
  const person = await getUser(ctx, userId);
  const { messages, headers } = await readFlash(request, ctx.settings);
  const response = {
    person: { id: person.id, name: fullName(person) },
    passkeys: [...items],
    approval: approvalFor(ctx, person),
    isNeeded: needsPasskey(ctx.actor) && actorId(ctx.actor) === person.id,
    flash: messages,
  };
  return data(response, { headers });
}

function approvalFor(
  { actor, settings }: Ctx,
  { id, flags }: Pick<UserResponse, 'id' | 'flags'>,
): 'HIDDEN' | 'SHOWN' | 'OFFERED' {
  if (settings.requirePasskey === 'off' || !flags.includes('ADMIN')) return 'HIDDEN';
  return can(actor, 'passkey.approve', { userId: id, highSchoolIds: [] }) ? 'OFFERED' : 'SHOWN';
}

/** Approves a passkey and redirects to `to`. */
export async function submitApproval({ ctx }: SignedInCall, form: FormData, to: string) {
  return submitForm(
    form,
    ApprovePasskeyFormSchema,
    async ({ id }) => {
      await approvePasskey(ctx, id);
      const text = PASSKEY_MESSAGES.approved;
      return redirectWithFlash(to, [{ tone: 'success', text }], ctx.settings, { isSamePage: true });
    },
    SAVE_REFUSED,
  );
}

/** Removes a passkey and redirects to `to`. */
export async function submitRemoval({ ctx }: SignedInCall, form: FormData, to: string) {
  return submitForm(
    form,
    RemovePasskeyFormSchema,
    async ({ id }) => {
      await removePasskey(ctx, id);
      const text = PASSKEY_MESSAGES.removed;
      return redirectWithFlash(to, [{ tone: 'success', text }], ctx.settings, { isSamePage: true });
    },
    SAVE_REFUSED,
  );
}

/** Emails the signed-in person a code and returns when. */
export async function submitCodeRequest(call: SignedInCall, form: FormData) {
  const { ctx, request, loadContext } = call;
  return submitForm(
    form,
    SendPasskeyCodeFormSchema,
    async ({ again }) => {
      const caller = await callerOf(request, loadContext.clientAddress, ctx.settings);
      const { email, sendsAt } = await requestPasskeyCode(ctx, caller);
      const times = { sendsAt: sendsAt.toISOString(), requestedAt: ctx.now().toISOString() };
      return data({ code: codeDelivery({ email, isAgain: again !== undefined, ...times }, ctx.now()) });
    },
    SAVE_REFUSED,
  );
}

/** Checks the code and returns the options with which the browser creates a passkey. */
export async function submitCode({ ctx }: SignedInCall, form: FormData) {
  return submitForm(
    form,
    OfferPasskeyFormSchema,
    async ({ code, name }) => data({ offer: { name, options: { ...(await offerPasskey(ctx, { code })) } } }),
    SAVE_REFUSED,
  );
}

/** Stores the passkey that the browser created. */
export async function submitNewPasskey({ ctx }: SignedInCall, form: FormData) {
  return submitForm(
    form,
    AddPasskeyFormSchema,
    async ({ name, response }) => {
      await addPasskey(ctx, { name, response });
      const text = PASSKEY_MESSAGES.added(name);
      return redirectWithFlash(OWN_PASSKEYS, [{ tone: 'success', text }], ctx.settings, { isSamePage: true });
    },
    SAVE_REFUSED,
  );
}
