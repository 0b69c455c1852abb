import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { type ChangeEvent, type FormEvent, useEffect, useRef } from 'react';
import { deletionQuestion } from '#app/components/domain/users/deletion-question.ts';
import type * as validation from '#app/components/domain/users/user-validation.ts';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FieldGrid, FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { PhoneField } from '#app/components/forms/phone-field.tsx';
import { optionsOf } from '#app/components/forms/select-field.tsx';
import { ImplicitSubmit, SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { useFetchedCheck } from '#app/components/forms/use-fetched-check.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useConfirm } from '#app/components/ui/confirm.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { formatPhone } from '#app/lib/phone.ts';
import { USER_FLAG_LABELS } from '#app/schemas/enums.ts';
import type { UserAnswer } from '#app/schemas/user.ts';
import type { UserForm as UserFields } from '#app/schemas/user-forms.ts';

interface UserFormProps {
  user: UserAnswer;
  /** The person who looks is the user: another address needs a code. */
  isSelf: boolean;
  mayEditFlags: boolean;
  reply: SubmissionResult<string[]> | undefined;
}

const fetchChecks = () => import('#app/components/domain/users/user-validation.ts');
const choose = ({ checkUser }: typeof validation) => checkUser;

/** A user's general information (specification, sections 2 and 5); it begins anew when it was saved, or asks for a code. */
export function UserForm(props: UserFormProps) {
  const codeSentTo = textOf(props.reply?.initialValue?.['codeSentTo']);
  return <Fields key={`${props.user.version} ${codeSentTo}`} {...props} codeSentTo={codeSentTo} />;
}

function Fields({ user, isSelf, mayEditFlags, reply, codeSentTo }: UserFormProps & { codeSentTo: string }) {
  const formRef = useRef<HTMLFormElement>(null);
  const { checks, onValidate } = useFetchedCheck(formRef, fetchChecks, choose);
  const sent = reply?.initialValue ?? {};
  const isRefused = reply?.error !== undefined;
  const { askBeforeDeletion, question, dialog } = useDeletionQuestion(user);
  const [form, fields] = useForm<UserFields>({
    id: 'user',
    lastResult: isRefused ? reply : null,
    defaultValue: codeSentTo === '' || isRefused ? { ...user } : { ...user, ...sent },
    shouldValidate: checks === undefined ? 'onSubmit' : 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate,
    onSubmit: askBeforeDeletion,
  });
  const asksForCode = codeSentTo !== '' || reply?.error?.['emailCode'] !== undefined;
  const checkEmail = useLiveCheck(checks !== undefined, () => form.validate({ name: fields.email.name }));
  return (
    <Panel title="General information">
      <Form method="post" {...getFormProps(form)} ref={formRef}>
        <ImplicitSubmit name="act" value="save" />
        <input type="hidden" name="intent" value="save-user" />
        <input type="hidden" name="version" value={user.version} />
        <FormStack>
          <ErrorSummary form={form} />
          {codeSentTo === '' ? null : (
            <Banner tone="info">
              {`We sent a code to ${codeSentTo}. Enter it below to prove that the address is yours; nothing is saved before.`}
            </Banner>
          )}
          <FieldGrid>
            <TextField field={fields.firstName} label="First name" autoComplete="given-name" width="full" />
            <TextField field={fields.lastName} label="Last name" autoComplete="family-name" width="full" />
            <TextField
              field={fields.email}
              label="Email"
              type="email"
              autoComplete="email"
              hint={
                isSelf ? 'You sign in with it. A new one is proven by a code that is sent there.' : undefined
              }
              width="full"
              onChange={checkEmail}
            />
            <PhoneField
              field={fields.phone}
              label="Phone"
              format={formatPhone}
              autoComplete="tel"
              width="full"
            />
          </FieldGrid>
          {asksForCode ? (
            <TextField
              field={fields.emailCode}
              label="Code"
              hint="Six digits, from the mail to the new address."
              inputMode="numeric"
              autoComplete="one-time-code"
              width="xs"
              autoFocus
            />
          ) : null}
          {mayEditFlags ? (
            <>
              <input type="hidden" name="hasFlags" value="on" />
              <CheckboxGroupField
                field={fields.flags}
                label="Flags"
                options={optionsOf(USER_FLAG_LABELS)}
                inline
              />
              {question === null ? null : (
                <noscript>
                  <p className="text-pre-line">{question.message}</p>
                </noscript>
              )}
            </>
          ) : null}
          <FormActions>
            <SubmitButton name="act" value="save">
              Save
            </SubmitButton>
            {asksForCode ? (
              <SubmitButton name="act" value="send-code" variant="outline" pendingLabel="Sending…">
                Send another code
              </SubmitButton>
            ) : null}
            <Button type="reset">Cancel</Button>
          </FormActions>
        </FormStack>
      </Form>
      {dialog}
    </Panel>
  );
}

/** Ticking 'Deleted' deletes: a save asks what the button asks, and then goes on as it was pressed. */
function useDeletionQuestion(user: UserAnswer) {
  const [confirm, dialog] = useConfirm();
  const isConfirmed = useRef(false);
  const question = user.flags.includes('DELETED') ? null : deletionQuestion(user);
  const askBeforeDeletion = (event: FormEvent<HTMLFormElement>, { formData }: { formData: FormData }) => {
    if (question === null || isConfirmed.current || !formData.getAll('flags').includes('DELETED')) return;
    event.preventDefault();
    const form = event.currentTarget;
    const { nativeEvent } = event;
    const pressed = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    void confirm(question).then((isSure) => {
      if (!isSure) return;
      isConfirmed.current = true;
      form.requestSubmit(pressed);
      isConfirmed.current = false;
    });
  };
  return { askBeforeDeletion, question, dialog };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A check while something is typed (specification, section 5), also of what was typed before the checks had arrived. */
function useLiveCheck(isReady: boolean, check: () => void) {
  const latest = useRef(check);
  useEffect(() => {
    latest.current = check;
  });
  const isWaiting = useRef(false);
  useEffect(() => {
    if (isReady && isWaiting.current) latest.current();
  }, [isReady]);
  return (event: ChangeEvent<HTMLInputElement>) => {
    isWaiting.current = !isReady;
    if (isReady && event.currentTarget.value !== '') latest.current();
  };
}
