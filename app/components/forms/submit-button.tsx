import { useActionData, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { Button, type ButtonProps } from '#app/components/ui/button.tsx';

/**
 * Submits its form. While pending it shows `pendingLabel` and ignores clicks. A button with a name and a value is
 * pending only if it was clicked. For a fetcher's form, pass `pending`.
 */
export function SubmitButton({
  variant = 'primary',
  pending,
  pendingLabel = 'Saving…',
  ...props
}: ButtonProps) {
  const sent = usePendingForm();
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
 * Returns the submitted form that has no response yet. An error is a response, so the form can be submitted
 * again while the page reloads. A redirect counts only once its page has loaded.
 */
export function usePendingForm(): FormData | undefined {
  const { state, formData } = useNavigation();
  const reply: unknown = useActionData();
  const [replyBefore, setReplyBefore] = useState(reply);
  if (state !== 'loading' && replyBefore !== reply) setReplyBefore(reply);
  return state === 'loading' && replyBefore !== reply ? undefined : formData;
}

/**
 * Button that Enter clicks if the form's first visible button does something else. Put it first in the form.
 * Hidden from the tab order and from screen readers.
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
