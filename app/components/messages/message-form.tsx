import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useState } from 'react';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextareaField } from '#app/components/forms/text-field.tsx';
import { useServerForm } from '#app/components/forms/use-server-form.ts';
import { MESSAGE_MAX } from '#app/config/constants.ts';
import type { MessageForm as MessageFields } from '#app/schemas/designation-message.ts';

const FORM_ID = 'message';

interface MessageFormProps {
  hint: string;
  reply: SubmissionResult<string[]> | undefined;
  /** ID of the sentence about a message that was just sent. */
  sentId: string | undefined;
}

/** The form for a new message. It's cleared once the message is sent, unless its text was edited since. */
export function MessageForm({ sentId, ...props }: MessageFormProps) {
  const [isEdited, setIsEdited] = useState(false);
  const [lastSentId, setLastSentId] = useState(sentId);
  const [formKey, setFormKey] = useState(sentId);
  if (sentId !== lastSentId) {
    setLastSentId(sentId);
    if (sentId !== undefined && !isEdited) setFormKey(sentId);
  }
  return (
    <div onSubmit={() => setIsEdited(false)} onInput={() => setIsEdited(true)}>
      <ClearedForm key={formKey} {...props} />
    </div>
  );
}

function ClearedForm({ hint, reply }: Omit<MessageFormProps, 'sentId'>) {
  const [form, fields] = useServerForm<MessageFields>({
    id: FORM_ID,
    reply,
    constraint: { text: { required: true, maxLength: MESSAGE_MAX } },
  });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} noValidate={false}>
      <UnsavedChanges forms={[FORM_ID]} message="Your message hasn't been sent." />
      <FormStack>
        <ErrorSummary form={form} refusal={reply} />
        <TextareaField field={fields.text} label="Message" hint={hint} rows={5} />
        <FormActions>
          <SubmitButton pendingLabel="Sending…">Send message</SubmitButton>
        </FormActions>
      </FormStack>
    </Form>
  );
}
