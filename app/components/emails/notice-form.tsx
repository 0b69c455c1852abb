import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { findNewerValues } from '#app/components/forms/newer-values.ts';
import { ImplicitSubmit, SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextareaField, TextField } from '#app/components/forms/text-field.tsx';
import { useServerForm } from '#app/components/forms/use-server-form.ts';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { Notice, NoticeInput } from '#app/schemas/notice.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { fillNotice } from '#app/lib/markup/fill-notice.ts';

interface NoticeFormProps {
  notice: Notice;
  whenOff: string;
  mergeFields: readonly { name: string; sample: string }[];
  /** The fixed text around the notice; null if the notice is the whole email. */
  frame: { before: string; after: string } | null;
  reply: SubmissionResult<string[]> | undefined;
}

/** Subject, text and on/off switch of a notice, with a preview of the email. */
export function NoticeForm({ notice, whenOff, mergeFields, frame, reply }: NoticeFormProps) {
  const { subject, body, isOn, isChanged, version } = notice;
  const [form, fields] = useServerForm<NoticeInput>({
    id: 'notice',
    reply,
    defaultValue: { subject, body, isOn },
  });
  const newerValues = findNewerValues(
    {
      isOn: { value: isOn ? 'on' : '', label: isOn ? 'on' : 'off' },
      subject: { value: subject },
      body: { value: body, label: 'different text' },
    },
    version,
    reply,
  );
  return (
    <div className="email-editor">
      <Panel title="Message">
        <Form method="post" {...getFormProps(form)}>
          <ImplicitSubmit name="intent" value="save" />
          <input type="hidden" name="version" value={version} />
          <FormStack>
            <ErrorSummary form={form} refusal={reply} />
            <CheckboxField
              field={fields.isOn}
              label="Send this email"
              hint={`If turned off: ${whenOff}`}
              warning={newerValues.isOn}
            />
            <TextField field={fields.subject} label="Subject" maxLength={200} warning={newerValues.subject} />
            <TextareaField
              field={fields.body}
              label="Text"
              rows={14}
              hint={
                frame === null
                  ? 'Plain text. This is the entire email.'
                  : 'Plain text. We add the greeting and signature.'
              }
              warning={newerValues.body}
            />
            <FormActions>
              <SubmitButton name="intent" value="save">
                Save email
              </SubmitButton>
              {isChanged ? (
                <ConfirmSubmitButton
                  name="intent"
                  value="reset"
                  formNoValidate
                  question={{
                    title: 'Reset to standard text?',
                    confirmLabel: 'Reset text',
                    message:
                      "You'll lose your changes to the subject and text. This doesn't turn the email on or off.",
                  }}
                >
                  Reset to standard text
                </ConfirmSubmitButton>
              ) : null}
            </FormActions>
          </FormStack>
        </Form>
        <UnsavedChanges forms={[form.id]} />
      </Panel>
      <NoticePreview
        subject={fields.subject.value ?? ''}
        body={fields.body.value ?? ''}
        fields={mergeFields}
        frame={frame}
      />
    </div>
  );
}

interface NoticePreviewProps {
  subject: string;
  body: string;
  fields: readonly { name: string; sample: string }[];
  frame: { before: string; after: string } | null;
}

/** The complete email with sample values. */
function NoticePreview({ subject, body, fields, frame }: NoticePreviewProps) {
  const samples = Object.fromEntries(fields.map(({ name, sample }) => [name, sample]));
  const email = fillNotice({ subject, body }, samples);
  return (
    <Panel title="Preview">
      <p className="text-break">
        <span className="text-body-secondary">Subject: </span>
        {email.subject}
      </p>
      <pre className="email-text email-text-whole">
        {[frame?.before, email.body, frame?.after].filter(Boolean).join('\n\n')}
      </pre>
      <p className="form-text mt-2">
        {EMAIL_MESSAGES.sampleValues} Most email apps show this text under the program&apos;s name and logo,
        with a button for the first link.
      </p>
    </Panel>
  );
}
