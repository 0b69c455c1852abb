import { Form } from '@remix-run/react';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { fullName } from '#app/lib/text/person-name.ts';
import type { Passkey } from '#app/schemas/passkey.ts';

/** A button with which an administrator approves another administrator's passkey. */
export function ApprovePasskeyForm({ id, name, user }: Passkey) {
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
          message: `Anyone with “${name}” will have administrator rights. First ask ${fullName(user)} in person or by phone whether they added it.`,
          confirmLabel: 'Approve passkey',
        }}
      >
        Approve
      </ConfirmSubmitButton>
    </Form>
  );
}
