import { data } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { BouncedBadge } from '#app/components/site/warned-address.tsx';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { titled } from '#app/components/site/titled.ts';
import { AccessTokensLink } from '#app/components/users/access-tokens-link.tsx';
import { Affiliations } from '#app/components/users/affiliations.tsx';
import { PasskeysLink } from '#app/components/users/passkeys-link.tsx';
import { SingleSignOnPanel } from '#app/components/users/single-sign-on-panel.tsx';
import { SessionsPanel } from '#app/components/users/sessions-panel.tsx';
import { UserForm } from '#app/components/users/user-form.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { listSessions } from '#app/domain/auth/user-sessions.server.ts';
import { bouncedAmong } from '#app/domain/bounces/bounced-addresses.server.ts';
import { getUser, listUserHighSchools } from '#app/domain/users/read-users.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { isAdmin } from '#app/policy/actor.ts';
import { can } from '#app/policy/authorize.ts';
import type { UserReply } from '#app/schemas/user-forms.ts';
import { AccountScreenSchema } from '#app/schemas/user-screens.ts';
import { saveUser, signOut } from '#app/server/save-user.server.ts';
import { readSingleSignOn, submitIdentityRemoval } from '#app/server/single-sign-on.server.ts';
import { readFlash } from '#app/server/flash.server.ts';
import { formAction, screen } from '#app/server/web-route.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessAboutInput as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Account Settings');

export const loader = screen(async ({ ctx, actor, request }) => {
  const user = await getUser(ctx, actor.id);
  const { items } = await listUserHighSchools(ctx, { userId: actor.id });
  const flash = await readFlash(request, ctx.settings);
  const response = {
    user,
    hasBounced: (await bouncedAmong(ctx, [user.email])).length > 0,
    highSchools: [...items],
    sessions: await listSessions(ctx, actor.id),
    singleSignOn: await readSingleSignOn(ctx, user),
    mayEditFlags: can(actor, 'user.editFlags'),
    isAdmin: isAdmin(actor),
    flash: flash.messages,
  };
  return data(response, { headers: flash.headers });
}, AccountScreenSchema);

export const action = formAction(async (call, form) => {
  const page = { id: call.actor.id, to: '/account' };
  switch (intentOf(form, ['sign-out', 'sign-out-browser', 'remove-identity'])) {
    case 'sign-out':
    case 'sign-out-browser':
      return signOut(call, form, page);
    case 'remove-identity':
      return submitIdentityRemoval(call, form, page.to);
    case null:
      return saveUser(call, form, page);
  }
});

export const clientAction = formClientAction(SAVE_REFUSED);

/** The user's own account (specification, section 2, Account Settings). */
export default function Account() {
  const { user, hasBounced, isAdmin: isAdministrator, ...response } = useLoaderData<typeof loader>();
  const reply = useReply<UserReply>();
  return (
    <>
      <PageHeader
        title="Account Settings"
        subtitle={
          <>
            {fullName(user)} <BouncedBadge hasBounced={hasBounced} />
          </>
        }
      />
      <FlashRegion messages={response.flash} />
      <Stack>
        <UserForm user={user} isSelf mayEditFlags={response.mayEditFlags} reply={reply} />
        <Affiliations
          highSchools={response.highSchools}
          under={isAdministrator ? '/highschools' : '/manage'}
        />
        <SessionsPanel sessions={response.sessions} name={fullName(user)} isSelf />
        <PasskeysLink to="/account/passkeys" isSelf />
        <SingleSignOnPanel singleSignOn={response.singleSignOn} isSelf />
        <AccessTokensLink to="/account/tokens" isSelf />
      </Stack>
    </>
  );
}
