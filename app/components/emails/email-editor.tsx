import type { SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { type RefObject, useEffect, useState } from 'react';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { sentText, type ServerReply } from '#app/components/forms/server-errors.ts';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { findNewerValues } from '#app/components/forms/newer-values.ts';
import { SubmitButton, usePendingForm } from '#app/components/forms/submit-button.tsx';
import { TextareaField, TextField } from '#app/components/forms/text-field.tsx';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { EmailTemplateResponse } from '#app/schemas/email.ts';
import type { EmailCheckResponse } from '#app/schemas/email-screens.ts';
import { EmailPreview } from './email-preview.tsx';
import { TextProblems } from './text-problems.tsx';
import { useCodeEditor } from './use-code-editor.ts';
import { contentOf, useTextCheck, type TextCheck } from './use-text-check.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { mjmlOfText } from '#app/lib/markup/mjml-of-text.ts';
import { MERGE_FIELDS } from '#app/lib/markup/merge-fields.ts';

const FORM_ID = 'email';

const fetchCheck = async () => (await import('#app/components/emails/email-validation.ts')).checkEmail;

interface EmailEditorProps {
  template: EmailTemplateResponse;
  stored: EmailCheckResponse;
  reply: SubmissionResult<string[]> | undefined;
}

/** Name, subject and text of a template next to its preview. Works without JavaScript. */
export function EmailEditor({ template, stored, reply: given }: EmailEditorProps) {
  const [discarded, setDiscarded] = useState<typeof given>();
  const reply = discarded === given ? undefined : given;
  const { formProps, loaded, ...validation } = useLazyForm({ id: FORM_ID, reply, fetchCheck });
  const formRef = formProps.ref;
  const check = useTextCheck(formRef, stored, template.version);
  const editor = useCodeEditor(formRef, check.response);
  const { errorsOf, summary } = useTextErrors(reply, validation, check);
  const isPending = usePendingForm()?.get('intent') === 'save';
  const isShownBelow = (error: string) =>
    check.response.problems.some(({ line, message }) => error === `Line ${line}: ${message}`);
  const isRefused = reply?.initialValue !== undefined && reply.initialValue !== null;
  const newerValues = findNewerValues(
    {
      name: { value: template.name },
      subject: { value: template.subject },
      richText: { value: template.richText ? 'on' : '', label: template.richText ? 'on' : 'off' },
      body: { value: template.body, label: 'different text' },
    },
    template.version,
    reply,
  );
  return (
    <div className="email-editor">
      <Panel title="Email">
        <Form method="post" {...formProps}>
          {loaded}
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="version" value={template.version} />
          <FormStack>
            <ErrorSummary form={summary} refusal={given} />
            <TextField
              name="name"
              id={`${FORM_ID}-name`}
              label="Name"
              hint="Only administrators see this name."
              autoComplete="off"
              maxLength={100}
              width="full"
              defaultValue={sentText(reply, 'name') ?? template.name}
              errors={errorsOf('name')}
              warning={newerValues.name}
            />
            <TextField
              name="subject"
              id={`${FORM_ID}-subject`}
              label="Subject"
              autoComplete="off"
              maxLength={200}
              width="full"
              defaultValue={sentText(reply, 'subject') ?? template.subject}
              errors={errorsOf('subject')}
              warning={newerValues.subject}
            />
            <CheckboxField
              name="richText"
              id={`${FORM_ID}-richText`}
              label="Use MJML"
              hint="For emails with images and buttons. Otherwise we send the text exactly as you typed it."
              defaultChecked={isRefused ? sentText(reply, 'richText') === 'on' : template.richText}
              warning={newerValues.richText}
            />
            <MjmlOffer formRef={formRef} onReplace={editor.replace} />
            <div className="code-field">
              <TextareaField
                name="body"
                id={`${FORM_ID}-body`}
                label="Text"
                rows={20}
                spellCheck
                defaultValue={sentText(reply, 'body') ?? template.body}
                errors={errorsOf('body').filter((error) => !isShownBelow(error))}
                warning={newerValues.body}
              />
              <TextProblems response={check.response} onGo={editor.goToLine} />
            </div>
            <p className="form-text">
              You can&apos;t attach files. Put the file on a website and link to it. Bulk email with
              attachments is often blocked, and you can&apos;t take back a file once it&apos;s sent.
            </p>
            <MergeFieldList onInsert={editor.insert} />
            <FormActions>
              <SubmitButton pending={isPending}>Save</SubmitButton>
              <Button type="reset">Cancel</Button>
            </FormActions>
          </FormStack>
        </Form>
        <UnsavedChanges
          forms={[FORM_ID]}
          message="Your email changes have not been saved and will be lost."
          onDiscard={() => setDiscarded(given)}
        />
      </Panel>
      <EmailPreview formRef={formRef} formId={FORM_ID} check={check} />
    </div>
  );
}

interface MjmlOfferProps {
  formRef: RefObject<HTMLFormElement>;
  onReplace: (text: string) => void;
}

/** If 'Use MJML' is selected but the text has no MJML, offers to convert it to equivalent MJML. */
function MjmlOffer({ formRef, onReplace }: MjmlOfferProps) {
  const [isPlain, setIsPlain] = useState(false);
  useEffect(() => {
    const form = formRef.current;
    if (form === null) return;
    const look = () => {
      const { richText, body } = contentOf(form);
      setIsPlain(richText && !/<mj/i.test(body));
    };
    const afterReset = () => setTimeout(look);
    look();
    form.addEventListener('input', look);
    form.addEventListener('reset', afterReset);
    return () => {
      form.removeEventListener('input', look);
      form.removeEventListener('reset', afterReset);
    };
  }, [formRef]);
  if (!isPlain) return null;
  return (
    <Banner tone="info">
      <p>This text isn&apos;t MJML yet.</p>
      <Button
        size="sm"
        onClick={() => {
          if (formRef.current !== null) onReplace(mjmlOfText(contentOf(formRef.current).body));
        }}
      >
        Convert to MJML
      </Button>
    </Banner>
  );
}

/** The merge fields and their meanings. With JavaScript, clicking one inserts it. */
function MergeFieldList({ onInsert }: { onInsert: (text: string) => void }) {
  return (
    <details className="merge-fields">
      <summary>Merge fields</summary>
      <p className="form-text">
        Use them in the subject and text. We replace them with each recipient&apos;s details.
        <span className="script-needed"> Select Insert to add one where you last typed.</span>
      </p>
      <ul className="list-unstyled">
        {Object.entries(MERGE_FIELDS).map(([name, meaning]) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code>
            <span>{meaning}</span>
            <Button
              size="sm"
              variant="quiet"
              className="script-needed"
              aria-label={`Insert {{${name}}}`}
              onClick={() => onInsert(`{{${name}}}`)}
            >
              Insert
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Fields that the server checks while they are typed. */
const CHECKED_FIELDS = ['subject', 'body'];

/** In form order. */
const FIELDS = ['', 'name', ...CHECKED_FIELDS];

type Validation = Pick<ReturnType<typeof useLazyForm>, 'errorsOf' | 'summary'>;

/**
 * Returns the form's errors. Those of the submitted text are shown until a check of the new text doesn't find them.
 * @param reply the server's response, unless its changes were discarded
 */
function useTextErrors(
  reply: ServerReply,
  { errorsOf: validated, summary }: Validation,
  { response, failure }: TextCheck,
): Validation {
  const [submitted, setSubmitted] = useState({ reply, response });
  if (submitted.reply !== reply) setSubmitted({ reply, response });
  const isChecked = failure === null && response !== submitted.response;
  const isFound = (name: string, error: string) =>
    response.problems.some(({ field, message }) => field === name && error.endsWith(message));
  const errorsOf = (name: string): string[] => {
    if (!CHECKED_FIELDS.includes(name)) return validated(name);
    const ofSubmitted = reply?.error?.[name] ?? [];
    const isOpen = (error: string) => !isChecked || isFound(name, error);
    const others = validated(name).filter((error) => !ofSubmitted.includes(error));
    return [...ofSubmitted.filter(isOpen), ...others];
  };
  const allErrors = Object.fromEntries(
    FIELDS.map((name) => [name, errorsOf(name)] as const).filter(([, errors]) => errors.length > 0),
  );
  return { errorsOf, summary: { ...summary, allErrors } };
}
