import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
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

/** The form for a new message. It's cleared once the message is sent, unless its text has changed since. */
export function MessageForm({ sentId, ...props }: MessageFormProps) {
  return <ClearedForm key={useSentKey(sentId)} {...props} />;
}

/** Returns a key that changes when the text in the form was sent, which clears the form. */
function useSentKey(sentId: string | undefined): string {
  const [key, setKey] = useState('');
  const submitted = useNavigation().formData?.get('text');
  const sentText = useRef('');
  useEffect(() => {
    if (typeof submitted === 'string') sentText.current = submitted.replaceAll('\r\n', '\n');
  }, [submitted]);
  useEffect(() => {
    const form = document.getElementById(FORM_ID);
    const field = form instanceof HTMLFormElement ? form.elements.namedItem('text') : null;
    const isUnchanged = field instanceof HTMLTextAreaElement && field.value === sentText.current;
    if (sentId !== undefined && isUnchanged) queueMicrotask(() => setKey(sentId));
  }, [sentId]);
  return key;
}

function ClearedForm({ hint, reply }: Omit<MessageFormProps, 'sentId'>) {
  const [form, fields] = useServerForm<MessageFields>({
    id: FORM_ID,
    reply,
    constraint: { text: { required: true, maxLength: MESSAGE_MAX } },
  });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} noValidate={false}>
      <UnsavedChanges forms={[FORM_ID]} message="Your message has not been sent." />
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
