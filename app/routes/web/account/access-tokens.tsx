import { useLoaderData } from '@remix-run/react';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { titled } from '#app/components/site/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { FocusHere } from '#app/components/ui/focus-here.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { AccessTokensPanel } from '#app/components/users/access-tokens-panel.tsx';
import { NewTokenForm } from '#app/components/users/new-token-form.tsx';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { AccessTokensScreenSchema } from '#app/schemas/access-token.ts';
import { createToken, loadAccessTokens, revokeToken } from '#app/server/access-tokens-page.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';
import { formAction, type FormReply, screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Access tokens');

export const loader = screen((call) => loadAccessTokens(call, call.actor.id), AccessTokensScreenSchema);

export const action = formAction(async (call, form) => {
  if (intentOf(form, ['revoke']) !== null) return revokeToken(call, form, '/account/tokens');
  return createToken(call, form);
});

export const clientAction = formClientAction(SAVE_REFUSED);

type Reply = FormReply & { readonly created?: { readonly name: string; readonly secret: string } };

/** The user's own access tokens. A new one's secret is shown once. */
export default function AccessTokens() {
  const { tokens, flash } = useLoaderData<typeof loader>();
  const reply = useReply<Reply>();
  const created = reply?.created;
  const isRevocation = reply?.initialValue?.['intent'] === 'revoke';
  return (
    <>
      <PageHeader
        title="Access tokens"
        subtitle="For scripts and other systems that use the REST API on your behalf"
        back={{ to: '/account', label: 'Account Settings' }}
      />
      <FlashRegion messages={flash} />
      <Stack>
        {created === undefined ? null : (
          <FocusHere key={created.secret}>
            <Banner tone="success" title={`Copy the access token “${created.name}” now`}>
              <p>You won&apos;t see it again. Anyone who has it can act on your behalf.</p>
              <pre
                className="code-sample mb-0 text-pre-line text-break"
                tabIndex={0}
                role="group"
                aria-label="The new access token"
              >
                {created.secret}
              </pre>
            </Banner>
          </FocusHere>
        )}
        <AccessTokensPanel tokens={tokens} refusal={isRevocation ? reply : undefined} />
        <NewTokenForm
          key={created?.secret ?? 'new'}
          reply={created === undefined && !isRevocation ? reply : undefined}
        />
      </Stack>
    </>
  );
}
