import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { titled } from '#app/components/site/titled.ts';
import { Panel } from '#app/components/ui/panel.tsx';
import { PasskeyButton } from '#app/components/login/passkey-button.tsx';
import type { Passkey } from '#app/schemas/passkey.ts';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { NewPasskey, type PasskeyReply } from '#app/components/users/new-passkey.tsx';
import { PasskeysPanel } from '#app/components/users/passkeys-panel.tsx';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { PasskeysScreenSchema } from '#app/schemas/passkey.ts';
import {
  loadPasskeys,
  OWN_PASSKEYS,
  submitCode,
  submitCodeRequest,
  submitNewPasskey,
  submitRemoval,
} from '#app/server/passkeys-page.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';
import { formAction, screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Passkeys');

export const loader = screen((call) => loadPasskeys(call, call.actor.id), PasskeysScreenSchema);

export const action = formAction(async (call, form) => {
  switch (intentOf(form, ['send-code', 'offer', 'add'])) {
    case 'send-code':
      return submitCodeRequest(call, form);
    case 'offer':
      return submitCode(call, form);
    case 'add':
      return submitNewPasskey(call, form);
    case null:
      return submitRemoval(call, form, OWN_PASSKEYS);
  }
});

export const clientAction = formClientAction(SAVE_REFUSED);

/** The user's own passkeys, and the steps to add one. */
export default function Passkeys() {
  const { passkeys, approval, isNeeded, flash } = useLoaderData<typeof loader>();
  const reply = useReply<PasskeyReply>();
  const isRemoval = reply?.initialValue?.['intent'] === 'remove';
  const added = passkeys.length;
  return (
    <>
      <PageHeader
        title="Passkeys"
        subtitle="Sign in with your fingerprint, face, or screen lock instead of a code"
        back={{ to: '/account', label: 'Account Settings' }}
      />
      <FlashRegion messages={flash} />
      <Stack>
        {isNeeded ? <PasskeyNeeded passkeys={passkeys} /> : null}
        <PasskeysPanel
          passkeys={passkeys}
          showsApproval={approval !== 'HIDDEN'}
          refusal={isRemoval ? reply : undefined}
        />
        <NewPasskeyHere key={added} reply={isRemoval ? undefined : reply} />
      </Stack>
    </>
  );
}

/** Tells an administrator who signed in with a code where a passkey is required what to do next. */
function PasskeyNeeded({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const isApproved = passkeys.some(({ approvedAt }) => approvedAt !== null);
  return (
    <Panel title="Administrators need a passkey">
      <p>
        {isApproved
          ? "You've signed in with a code. To work as an administrator, sign in with your passkey."
          : passkeys.length > 0
            ? 'Your passkey is waiting for another administrator to approve it. After that, you can sign in with it.'
            : 'Add a passkey here. Another administrator then approves it, and you sign in with it.'}
      </p>
      {passkeys.length > 0 ? <PasskeyButton /> : null}
    </Panel>
  );
}

/** Remembers that a code was requested when the form with the code is rejected. */
function NewPasskeyHere({ reply }: { readonly reply: PasskeyReply | undefined }) {
  const [code, setCode] = useState(reply?.code);
  if (reply?.code !== undefined && reply.code !== code) setCode(reply.code);
  return <NewPasskey reply={reply} code={reply?.code ?? code} />;
}
