import { useActionData, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import type { ButtonProps } from '#app/components/ui/button.tsx';

/**
 * Sends its form. Until the form is answered the button shows `pendingLabel` and ignores presses. A button with a name
 * and a value is pending only when it was the one pressed; for a fetcher's form give `pending`.
 */
export function SubmitButton({
  variant = 'primary',
  pending,
  pendingLabel = 'Saving…',
  ...props
}: ButtonProps) {
  const sent = useFormUnderWay();
  const pressed =
    sent !== undefined && (props.name === undefined || sent.get(props.name) === String(props.value));
  return (
    <Button
      {...props}
      type="submit"
      variant={variant}
      pending={pending ?? pressed}
      pendingLabel={pendingLabel}
    />
  );
}

/**
 * The form that was sent and is not answered yet. A refusal is an answer: while the page is read anew beneath it, the form can be mended
 * and sent again. A redirect is not, until the page that it leads to is there.
 */
function useFormUnderWay(): FormData | undefined {
  const { state, formData } = useNavigation();
  const reply: unknown = useActionData();
  const [replyBefore, setReplyBefore] = useState(reply);
  if (state !== 'loading' && replyBefore !== reply) setReplyBefore(reply);
  return state === 'loading' && replyBefore !== reply ? undefined : formData;
}

/**
 * What Enter presses in a form whose first visible button does something else (remove a row, go back): put it first in the
 * form. Not in the tab order, not read out.
 */
export function ImplicitSubmit({ name, value }: { name?: string; value?: string }) {
  return (
    <button
      type="submit"
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
      name={name}
      value={value}
    />
  );
}
