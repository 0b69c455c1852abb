import { getFormProps, useForm } from '@conform-to/react';
import { redirect } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { useRef } from 'react';
import { useSite } from '#app/components/site/site-context.ts';
import { titled } from '#app/components/site/titled.ts';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { PhoneField } from '#app/components/forms/phone-field.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { useCheckOnBlur } from '#app/components/forms/use-check-on-blur.ts';
import { useLazyChecks, validateWith } from '#app/components/forms/use-lazy-checks.ts';
import { AppShell } from '#app/components/ui/app-shell.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { createAccount } from '#app/domain/users/create-account.server.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { type CreateAccountInput, CreateAccountSchema } from '#app/schemas/auth.ts';
import { CREATE_ACCOUNT_CONSTRAINT } from '#app/schemas/auth-constraint.ts';
import { NewcomerResponseSchema } from '#app/schemas/screen-responses.ts';
import { callerOf, sessionCookieHeader } from '#app/server/cookies.server.ts';
import { publicAction, publicScreen, submitForm } from '#app/server/web-route.server.ts';

const fetchChecks = () => import('#app/components/login/login-validation.ts');

export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Create your account');

/** Redirects to the login page unless the path has the address that was just verified there. */
export const loader = publicScreen(async ({ ctx: { actor }, params }) => {
  if (actor.kind !== 'newcomer' || params['email']?.toLowerCase() !== actor.email) throw redirect('/login');
  return { email: actor.email };
}, NewcomerResponseSchema);

export const action = publicAction(async ({ ctx, request, loadContext }, form) => {
  const { actor } = ctx;
  if (actor.kind !== 'newcomer') throw redirect('/login');
  form.set('email', actor.email);
  const caller = await callerOf(request, loadContext.clientAddress, ctx.settings);
  const create = async (input: CreateAccountInput) => {
    const { sessionSecret } = await createAccount(ctx, { ...input, ...caller });
    return redirect('/', {
      headers: { 'Set-Cookie': await sessionCookieHeader(sessionSecret, ctx.settings) },
    });
  };
  return submitForm(form, CreateAccountSchema, create, '');
});

export const clientAction = formClientAction('Unable to create account: ');

/** The first sign-in of an address (specification, section 2, Create Account). */
export default function CreateAccount() {
  const { email } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const { appName, contactEmail, logo } = useSite();
  const formRef = useRef<HTMLFormElement>(null);
  const checks = useLazyChecks(formRef, fetchChecks);
  const onValidate = validateWith(checks?.accountCheck(email));
  const [form, fields] = useForm<CreateAccountInput>({
    id: 'create-account',
    lastResult: reply,
    defaultValue: { email },
    constraint: CREATE_ACCOUNT_CONSTRAINT,
    shouldRevalidate: 'onInput',
    onValidate,
  });
  useCheckOnBlur(formRef, onValidate && ((name) => form.validate({ name })));
  return (
    <AppShell appName={appName} contactEmail={contactEmail} logo={logo} narrow>
      <PageHeader
        title="Create your account"
        subtitle="Your email is verified. Add your details to finish."
      />
      <Form method="post" {...getFormProps(form)} ref={formRef}>
        <FormStack>
          <ErrorSummary form={form} />
          <TextField field={fields.firstName} label="First name" autoComplete="given-name" />
          <TextField field={fields.lastName} label="Last name" autoComplete="family-name" />
          <TextField
            name="email"
            id="create-account-email"
            label="Email"
            type="email"
            defaultValue={email}
            disabled
          />
          <PhoneField field={fields.phone} label="Phone" format={formatPhone} autoComplete="tel" />
          <FormActions>
            <SubmitButton pendingLabel="Creating…">Create account</SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </AppShell>
  );
}
