import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextareaField } from '#app/components/forms/text-field.tsx';
import { useServerForm } from '#app/components/forms/use-server-form.ts';
import { MESSAGE_MAX } from '#app/config/constants.ts';
import type { MessageForm as MessageFields } from '#app/schemas/designation-message.ts';

interface MessageFormProps {
  hint: string;
  reply: SubmissionResult<string[]> | undefined;
}

/** Writes a message to the other side. */
export function MessageForm({ hint, reply }: MessageFormProps) {
  const [form, fields] = useServerForm<MessageFields>({
    id: 'message',
    reply,
    constraint: { text: { required: true, maxLength: MESSAGE_MAX } },
  });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} noValidate={false}>
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
