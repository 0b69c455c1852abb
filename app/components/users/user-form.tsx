import { getFormProps, useForm } from '@conform-to/react';
import { Form, useLocation } from '@remix-run/react';
import { type ChangeEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import { CodeStatus, ResendButton } from '#app/components/login/code-delivery.tsx';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FieldGrid, FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { PhoneField } from '#app/components/forms/phone-field.tsx';
import { optionsOf } from '#app/components/forms/select-field.tsx';
import { ImplicitSubmit, SubmitButton } from '#app/components/forms/submit-button.tsx';
import { useCheckOnBlur } from '#app/components/forms/use-check-on-blur.ts';
import { useLazyChecks, validateWith } from '#app/components/forms/use-lazy-checks.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { type Question, useSubmitQuestion } from '#app/components/ui/confirm.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { formatPhone } from '#app/lib/text/phone.ts';
import { USER_FLAG_LABELS } from '#app/schemas/enums.ts';
import type { UserResponse } from '#app/schemas/user.ts';
import { USER_TEXT_LIST } from '#app/schemas/user-fields.ts';
import type { UserForm as UserFields, UserReply } from '#app/schemas/user-forms.ts';
import { fullName } from '#app/lib/text/person-name.ts';

interface UserFormProps {
  user: UserResponse;
  /** Whether users edit their own account. If so, a new email address requires a code. */
  isSelf: boolean;
  mayEditFlags: boolean;
  reply: UserReply | undefined;
}

const fetchChecks = () => import('#app/components/users/user-validation.ts');

const FORM = 'user';

/**
 * A user's general information (specification, sections 2 and 5). Resets after a save, a code request or
 * Cancel. Asks before unsaved changes are lost, including a new address without its code.
 */
export function UserForm(props: UserFormProps) {
  const [discarded, setDiscarded] = useState<UserReply>();
  const reply = props.reply === discarded ? undefined : props.reply;
  const codeSentTo = textOf(reply?.initialValue?.['codeSentTo']);
  const { version } = props.user;
  const requestedAt = reply?.codeDelivery?.requestedAt ?? '';
  return (
    <>
      <UnsavedChanges
        forms={[FORM]}
        isChanged={codeSentTo !== ''}
        onDiscard={() => setDiscarded(props.reply)}
      />
      <Panel title="General information">
        {reply?.codeDelivery === undefined ? null : (
          <CodeStatus
            delivery={reply.codeDelivery}
            advice="Enter it below to confirm the address. Nothing is saved until then."
          />
        )}
        <Fields
          key={`${version} ${codeSentTo} ${requestedAt}`}
          {...props}
          reply={reply}
          codeSentTo={codeSentTo}
        />
      </Panel>
    </>
  );
}

function Fields({ user, isSelf, mayEditFlags, reply, codeSentTo }: UserFormProps & { codeSentTo: string }) {
  const { pathname } = useLocation();
  const formRef = useRef<HTMLFormElement>(null);
  const checks = useLazyChecks(formRef, fetchChecks);
  const onValidate = validateWith(checks?.checkUser);
  const sent = reply?.initialValue ?? {};
  const isRefused = reply?.error !== undefined;
  const { deletion, demotion } = questionsOf(user, { isSelf, mayEditFlags });
  const [askFirst, dialog] = useSubmitQuestion((values) => {
    const flags = values.getAll('flags');
    if (flags.includes('DELETED')) return deletion;
    return flags.includes('ADMIN') ? null : demotion;
  });
  const [form, fields] = useForm<UserFields>({
    id: FORM,
    lastResult: isRefused ? reply : null,
    defaultValue: codeSentTo === '' || isRefused ? { ...user } : { ...user, ...sent },
    shouldRevalidate: 'onInput',
    onValidate,
    onSubmit: askFirst,
  });
  useCheckOnBlur(formRef, onValidate && ((name) => form.validate({ name })));
  const asksForCode = codeSentTo !== '' || reply?.error?.['emailCode'] !== undefined;
  const checkEmail = useLiveCheck(checks !== undefined, () => form.validate({ name: fields.email.name }));
  // Without JavaScript the link discards the code; with it, Cancel asks first.
  const cancel = (event: MouseEvent) => {
    event.preventDefault();
    formRef.current?.reset();
  };
  return (
    <>
      <Form method="post" {...getFormProps(form)} ref={formRef}>
        <ImplicitSubmit name="act" value="save" />
        <input type="hidden" name="intent" value="save-user" />
        <input type="hidden" name="version" value={user.version} />
        <FormStack>
          <ErrorSummary form={form} />
          {codeSentTo === '' ? null : <input type="hidden" name="codeSentTo" value={codeSentTo} />}
          <FieldGrid>
            {USER_TEXT_LIST.map(([name, { label, autoComplete = 'off' }]) => (
              <TextField
                key={name}
                field={fields[name]}
                label={label}
                autoComplete={autoComplete}
                width="full"
              />
            ))}
            <TextField
              field={fields.email}
              label="Email"
              type="email"
              autoComplete="email"
              hint={
                isSelf
                  ? "You sign in with this address. If you change it, we'll send a code to the new one."
                  : undefined
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
              hint="The 6-digit code we sent to the new address"
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
              {deletion === null ? null : (
                <noscript>
                  <p className="text-pre-line">{deletion.message}</p>
                </noscript>
              )}
              {demotion === null ? null : (
                <noscript>
                  <p>Unchecking Administrator removes your own access. {demotion.message}</p>
                </noscript>
              )}
            </>
          ) : null}
          <FormActions>
            <SubmitButton name="act" value="save">
              Save
            </SubmitButton>
            {asksForCode ? (
              <ResendButton delivery={reply?.codeDelivery} name="act" value="send-code" />
            ) : null}
            {codeSentTo === '' ? (
              <Button type="reset">Cancel</Button>
            ) : (
              <ButtonLink to={pathname} onClick={cancel}>
                Cancel
              </ButtonLink>
            )}
          </FormActions>
        </FormStack>
      </Form>
      {dialog}
    </>
  );
}

/** Questions for selecting 'Deleted' and for removing one's own administrator access. */
function questionsOf(
  user: UserResponse,
  { isSelf, mayEditFlags }: Pick<UserFormProps, 'isSelf' | 'mayEditFlags'>,
) {
  const isAdministrator = isSelf && mayEditFlags && user.flags.includes('ADMIN');
  return {
    deletion: user.flags.includes('DELETED') ? null : deletionQuestion(user),
    demotion: isAdministrator ? OWN_DEMOTION : null,
  };
}

const OWN_DEMOTION: Question = {
  title: 'Remove your administrator access?',
  message:
    "You'll lose access to schools, users, designations, and emails as soon as you save. Only another administrator can give it back.",
  confirmLabel: 'Remove my access',
  tone: 'danger',
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Validates while typing (specification, section 5), including text typed before the checks have loaded. */
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

/** Returns the question before deleting an account by button or by flag (specification, section 8). */
export function deletionQuestion(user: UserResponse): Question {
  return {
    title: 'Delete this user?',
    confirmLabel: 'Delete user',
    message: `Are you sure you want to delete ${fullName(user)}?\n\nThe user will also be removed from all school staff positions.`,
    tone: 'danger',
  };
}
