import { Form } from '@remix-run/react';
import { useEffect, useId, useRef } from 'react';
import { FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { AlertDialog } from '#app/components/ui/dialog.tsx';
import { SaveNotice } from '#app/components/ui/save-notice.tsx';
import { Panel } from '#app/components/ui/panel.tsx';

interface AddYearProps {
  year: string;
}

interface AddYearDialogProps extends AddYearProps {
  /** Why the last year wasn't added, shown as an alert (specification, section 8). */
  refusal: string | undefined;
  /** Changes with each rejection, even if the message is the same. */
  refusalKey: number;
  /** Changes when a year was added, which closes the dialog. */
  done: string | undefined;
}

/** Button and dialog to add a year (specification, section 2). Stays open with its input after an error. */
export function AddYearDialog({ year, refusal, refusalKey, done }: AddYearDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (done !== undefined) ref.current?.close();
  }, [done]);
  return (
    <>
      <Button icon="plus" className="script-needed" onClick={() => ref.current?.showModal()}>
        Add Year
      </Button>
      <dialog
        ref={ref}
        className="dialog"
        aria-labelledby={titleId}
        onClose={(event) => {
          if (!event.currentTarget.open) event.currentTarget.querySelector('form')?.reset();
        }}
      >
        <h2 id={titleId}>Add Year</h2>
        <SaveNotice isInDialog />
        <AddYearForm year={year} fieldId="new-year" onCancel={() => ref.current?.close()} />
      </dialog>
      {refusal === undefined ? null : <AlertDialog key={refusalKey} title="Add Year" message={refusal} />}
    </>
  );
}

/** Without JavaScript, the form is part of the page. */
export function AddYearPanel({ year, here }: AddYearProps & { here: string }) {
  return (
    <noscript>
      <Panel title="Add Year" isScreenOnly>
        <AddYearForm year={year} fieldId="new-year-in-page" here={here} />
      </Panel>
    </noscript>
  );
}

interface AddYearFormProps extends AddYearProps {
  fieldId: string;
  onCancel?: () => void;
  /** URL that Cancel opens if there is no dialog to close. */
  here?: string;
}

const fetchCheck = async () => (await import('#app/components/years/year-validation.ts')).checkNewYear;

/** The server's errors are shown as an alert, so the form has only those that the browser finds. */
function AddYearForm({ year, fieldId, onCancel, here = '' }: AddYearFormProps) {
  const { formProps, errorsOf, loaded } = useLazyForm({
    id: `${fieldId}-form`,
    reply: undefined,
    fetchCheck,
  });
  return (
    <Form method="post" preventScrollReset {...formProps} noValidate={false}>
      {loaded}
      <FormStack>
        <TextField
          name="year"
          id={fieldId}
          label="Year"
          type="number"
          inputMode="numeric"
          step={1}
          width="xs"
          required
          defaultValue={year}
          errors={errorsOf('year')}
        />
        <div className="dialog-actions">
          {onCancel === undefined ? (
            <ButtonLink to={here}>Cancel</ButtonLink>
          ) : (
            <Button onClick={onCancel}>Cancel</Button>
          )}
          <SubmitButton name="intent" value="add" pendingLabel="Adding…">
            Add year
          </SubmitButton>
        </div>
      </FormStack>
    </Form>
  );
}
