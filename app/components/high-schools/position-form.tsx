import { useActionData, useNavigation, useSubmit } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { FieldError } from '#app/components/forms/field-error.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { fullName } from '#app/lib/text/person-name.ts';
import { STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import type { HighSchoolStaffResponse } from '#app/schemas/high-school.ts';
import type { PositionReply } from '#app/schemas/high-school-forms.ts';

/** For a failed request, which the page's notice explains. */
const NOT_SAVED = "The position wasn't saved.";

/** A staff member's position, saved when it changes; without JavaScript, with a button. */
export function PositionForm({ member }: { member: HighSchoolStaffResponse }) {
  const { position, chosen, status, refusal, choose, send, retry } = usePosition(member);
  const name = fullName(member.user);
  const errorId = `position-error-${member.userId}`;
  return (
    <form method="post">
      <input type="hidden" name="userId" value={member.userId} />
      <input type="hidden" name="expected" value={position} />
      <div className="cluster cell-controls">
        <select
          className="form-select field-sm"
          name="position"
          value={chosen}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          onBlur={send}
          aria-label={`Position of ${name}`}
          aria-invalid={refusal !== null || undefined}
          aria-describedby={refusal === null ? undefined : errorId}
        >
          {Object.entries(STAFF_POSITION_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <noscript>
          <Button type="submit" size="sm" name="intent" value="change-position">
            Save
            <VisuallyHidden> the position of {name}</VisuallyHidden>
          </Button>
        </noscript>
        <span role="status">{status}</span>
      </div>
      {refusal === null ? null : (
        <div role="alert">
          <FieldError id={errorId} errors={[refusal]} />
          <Button size="sm" onClick={retry}>
            Try again<VisuallyHidden> to save the position of {name}</VisuallyHidden>
          </Button>
        </div>
      )}
    </form>
  );
}

/** Arrow keys choose every position on the way, so a choice is saved after this pause, or when the field is left. */
const CHOICE_PAUSE_MS = 500;

/** Saves one choice after the other. A refused one stays selected. */
function usePosition({ userId, position }: HighSchoolStaffResponse) {
  const submit = useSubmit();
  const { state, formData } = useNavigation();
  const reply = useActionData<PositionReply | null>();
  const [choice, setChoice] = useState<{ readonly position: string } | null>(null);
  const [sent, setSent] = useState<typeof choice>(null);
  const isIdle = state === 'idle';
  const isWaiting = choice !== null && choice !== sent;
  if (isIdle && choice?.position === position) setChoice(null);
  const send = useCallback(() => {
    if (!isIdle || !isWaiting) return;
    setSent(choice);
    const fields = { intent: 'change-position', userId, ...choice, expected: position, inPlace: 'yes' };
    submit(fields, { method: 'post', preventScrollReset: true });
  }, [isIdle, isWaiting, choice, userId, position, submit]);
  useEffect(() => {
    const timer = window.setTimeout(send, CHOICE_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [send]);
  const own = reply?.userId === userId ? reply : null;
  const isSaving = isWaiting || (choice !== null && formData?.get('userId') === userId);
  const choose = (next: string) => setChoice({ position: next });
  return {
    position,
    chosen: choice?.position ?? position,
    status: isSaving ? 'Saving…' : choice === null && own?.refusal === null ? 'Saved' : '',
    refusal:
      isIdle && !isWaiting && choice !== null && reply !== undefined ? (own?.refusal ?? NOT_SAVED) : null,
    choose,
    send,
    retry: () => choose(choice?.position ?? position),
  };
}
