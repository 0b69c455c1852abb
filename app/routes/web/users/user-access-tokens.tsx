import { useLoaderData } from '@remix-run/react';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { titled } from '#app/components/site/titled.ts';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { AccessTokensPanel } from '#app/components/users/access-tokens-panel.tsx';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { AccessTokensScreenSchema } from '#app/schemas/access-token.ts';
import { loadAccessTokens, revokeToken } from '#app/server/access-tokens-page.server.ts';
import { formAction, type FormReply, screen, screenId } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Access tokens');

export const loader = screen(
  (call) => loadAccessTokens(call, screenId(call.params)),
  AccessTokensScreenSchema,
);

export const action = formAction((call, form) =>
  revokeToken(call, form, `/users/${screenId(call.params)}/tokens`),
);

export const clientAction = formClientAction(SAVE_REFUSED);

/** A person's access tokens, for administrators. */
export default function UserAccessTokens() {
  const { person, tokens, flash } = useLoaderData<typeof loader>();
  const refusal = useReply<FormReply>();
  return (
    <>
      <PageHeader
        title="Access tokens"
        subtitle={person.name}
        back={{ to: `/users/${person.id}`, label: person.name }}
      />
      <FlashRegion messages={flash} />
      <AccessTokensPanel tokens={tokens} refusal={refusal} />
    </>
  );
}
