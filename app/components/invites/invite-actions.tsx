import { Form, type FormProps } from '@remix-run/react';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';

interface InviteActionsProps extends Pick<FormProps, 'preventScrollReset'> {
  invite: { readonly id: string; readonly email: string };
  /** The form field with the invite's ID, and the intents of the two buttons, which differ between screens. */
  names: { readonly id: string; readonly resend: string; readonly remove: string };
  /** Added to the question before an invite is removed. */
  note?: string;
}

/** Buttons to resend or remove an open invite, for a table's row. */
export function InviteActions({
  invite: { id, email },
  names,
  note = '',
  preventScrollReset,
}: InviteActionsProps) {
  return (
    <Form method="post" preventScrollReset={preventScrollReset}>
      <input type="hidden" name={names.id} value={id} />
      <div className="cluster cell-controls">
        <Button type="submit" name="intent" value={names.resend} size="sm">
          Resend<VisuallyHidden> the invite for {email}</VisuallyHidden>
        </Button>
        <ConfirmSubmitButton
          name="intent"
          value={names.remove}
          size="sm"
          question={{
            title: 'Remove this invite?',
            confirmLabel: 'Remove invite',
            message: `Are you sure you want to remove the invite for ${email}?${note}`,
            tone: 'danger',
          }}
        >
          Remove<VisuallyHidden> the invite for {email}</VisuallyHidden>
        </ConfirmSubmitButton>
      </div>
    </Form>
  );
}
