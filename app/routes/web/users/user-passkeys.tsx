import { Form, useLoaderData } from '@remix-run/react';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { titled } from '#app/components/site/titled.ts';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { PasskeysPanel } from '#app/components/users/passkeys-panel.tsx';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { type Passkey, PasskeysScreenSchema } from '#app/schemas/passkey.ts';
import { loadPasskeys, submitApproval, submitRemoval } from '#app/server/passkeys-page.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';
import { formAction, type FormReply, screen, screenId } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Passkeys');

export const loader = screen((call) => loadPasskeys(call, screenId(call.params)), PasskeysScreenSchema);

export const action = formAction((call, form) => {
  const page = `/users/${screenId(call.params)}/passkeys`;
  return intentOf(form, ['approve']) === null
    ? submitRemoval(call, form, page)
    : submitApproval(call, form, page);
});

export const clientAction = formClientAction(SAVE_REFUSED);

/** A person's passkeys, for administrators. */
export default function UserPasskeys() {
  const { person, passkeys, approval, flash } = useLoaderData<typeof loader>();
  const refusal = useReply<FormReply>();
  return (
    <>
      <PageHeader
        title="Passkeys"
        subtitle={person.name}
        back={{ to: `/users/${person.id}`, label: person.name }}
      />
      <FlashRegion messages={flash} />
      <PasskeysPanel
        passkeys={passkeys}
        showsApproval={approval !== 'HIDDEN'}
        {...(approval === 'OFFERED' ? { unapproved: ApprovePasskeyForm } : {})}
        refusal={refusal}
      />
    </>
  );
}

/** A button with which an administrator approves another administrator's passkey. */
function ApprovePasskeyForm({ id, name, user }: Passkey) {
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <ConfirmSubmitButton
        name="intent"
        value="approve"
        size="sm"
        aria-label={`Approve ${name}`}
        question={{
          title: 'Approve this passkey?',
          message: `Anyone who signs in with “${name}” will have administrator rights. First ask ${fullName(user)} in person or by phone whether they added it.`,
          confirmLabel: 'Approve passkey',
        }}
      >
        Approve
      </ConfirmSubmitButton>
    </Form>
  );
}
