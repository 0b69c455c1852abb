import { getFormProps, useForm } from '@conform-to/react';
import { redirect } from '@remix-run/node';
import { Form, useActionData, useLoaderData, useSearchParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useLoginCheck } from '#app/components/domain/login/use-login-check.ts';
import { useSite } from '#app/components/domain/site-context.ts';
import { titled } from '#app/components/domain/titled.ts';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { AppShell } from '#app/components/ui/app-shell.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { AlertDialog } from '#app/components/ui/dialog.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { useOccurrence } from '#app/components/ui/use-occurrence.ts';
import { LOGIN_CODE_DIGITS, LOGIN_RETRY_ADVICE_MINUTES } from '#app/config/constants.ts';
import { requestLoginCode } from '#app/domain/auth/request-login-code.server.ts';
import { verifyLoginCode } from '#app/domain/auth/verify-login-code.server.ts';
import { clearAllDrafts } from '#app/lib/draft-keys.ts';
import { ownPath } from '#app/lib/own-path.ts';
import { type LoginCodeInput, LoginCodeSchema, type LoginInput, LoginSchema } from '#app/schemas/auth.ts';
import { LOGIN_CODE_CONSTRAINT, LOGIN_CONSTRAINT } from '#app/schemas/auth-constraint.ts';
import { LoginAnswerSchema } from '#app/schemas/screen-answers.ts';
import { callerOf, signedInHeaders } from '#app/server/device-cookie.server.ts';
import { loginEmailHeader, readLoginEmail } from '#app/server/login-cookie.server.ts';
import { openAction, openScreen, submitForm } from '#app/server/web-route.server.ts';

export const meta = titled('Sign in');

export const loader = openScreen(async ({ ctx, request, url }) => {
  if (ctx.actor.kind === 'user') throw redirect(ownPath(url.searchParams.get('to')));
  return { email: await readLoginEmail(request, ctx.settings) };
}, LoginAnswerSchema);

export const action = openAction(async ({ ctx, request, url, loadContext }, form) => {
  const caller = await callerOf(request, loadContext.clientAddress, ctx.settings);
  const rememberAndReload = async (email: string | null) =>
    redirect(`${url.pathname}${url.search}`, {
      headers: { 'Set-Cookie': await loginEmailHeader(ctx.settings, email) },
    });
  if (form.has('restart')) throw await rememberAndReload(null);
  if (!form.has('code')) {
    const sendCode = async ({ email }: LoginInput) => {
      await requestLoginCode(ctx, { email, ...caller });
      return rememberAndReload(email);
    };
    return submitForm(form, LoginSchema, sendCode, '');
  }
  const signIn = async (input: LoginCodeInput) => {
    const signedIn = await verifyLoginCode(ctx, { ...input, ...caller });
    const headers = await signedInHeaders(ctx.settings, signedIn);
    headers.append('Set-Cookie', await loginEmailHeader(ctx.settings, null));
    return redirect(
      signedIn.action === 'LOGIN'
        ? ownPath(url.searchParams.get('to'))
        : `/login/create/${encodeURIComponent(input.email)}`,
      { headers },
    );
  };
  return submitForm(form, LoginCodeSchema, signIn, '');
});

/**
 * Sign-in in two steps, the address and then the code that was mailed to it (specification, section 2, Login). Drafts end here, but
 * for somebody whose session ran out on the way and who comes back to their own.
 */
export default function Login() {
  const { email } = useLoaderData<typeof loader>();
  const { appName, contactEmail } = useSite();
  const [search] = useSearchParams();
  const isOnTheWayBack = search.has('to');
  useEffect(() => {
    if (!isOnTheWayBack) clearAllDrafts();
  }, [isOnTheWayBack]);
  return (
    <AppShell appName={appName} contactEmail={contactEmail} narrow>
      {email === null ? <EmailStep key="email" /> : <CodeStep key={`code ${email}`} email={email} />}
    </AppShell>
  );
}

function EmailStep() {
  const { reply, alert } = useLoginReply();
  const formRef = useRef<HTMLFormElement>(null);
  const { onValidate } = useLoginCheck(formRef, ({ checkAddress }) => checkAddress);
  const [form, fields] = useForm<LoginInput>({
    id: 'login',
    lastResult: reply,
    constraint: LOGIN_CONSTRAINT,
    shouldRevalidate: 'onInput',
    onValidate,
  });
  const { appName } = useSite();
  return (
    <>
      <PageHeader
        title="Sign in"
        subtitle={`Enter your email address, and ${appName} sends you a code. There is no password.`}
      />
      {alert}
      <Form method="post" {...getFormProps(form)} ref={formRef}>
        <FormStack>
          <TextField
            field={fields.email}
            label="Email"
            type="email"
            autoComplete="username"
            inputMode="email"
          />
          <FormActions>
            <SubmitButton pendingLabel="Sending…">Send me a code</SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </>
  );
}

function CodeStep({ email }: { email: string }) {
  const { reply, alert } = useLoginReply();
  const { contactEmail } = useSite();
  const formRef = useRef<HTMLFormElement>(null);
  const { onValidate } = useLoginCheck(formRef, ({ checkCode }) => checkCode);
  const [form, fields] = useForm<LoginCodeInput>({
    id: 'login-code',
    lastResult: reply,
    constraint: LOGIN_CODE_CONSTRAINT,
    onValidate,
  });
  return (
    <>
      <PageHeader title="Enter your code" subtitle={`We sent a code to ${email}.`} />
      {alert}
      <Form method="post" {...getFormProps(form)} ref={formRef}>
        <input type="hidden" name="email" value={email} />
        <FormStack>
          <TextField
            field={fields.code}
            label="Code"
            hint={`${LOGIN_CODE_DIGITS} digits`}
            width="sm"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
          />
          <FormActions>
            <SubmitButton pendingLabel="Signing in…">Sign in</SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
      <Form method="post">
        <input type="hidden" name="email" value={email} />
        <FormStack>
          <p className="mt-4 mb-0">
            If no code arrives within {LOGIN_RETRY_ADVICE_MINUTES} minutes, look in the junk folder, then
            retry or contact <a href={`mailto:${contactEmail}`}>support</a>.
          </p>
          <Cluster>
            <Button type="submit" variant="outline">
              Send a new code
            </Button>
            <Button type="submit" variant="quiet" name="restart" value="yes">
              Use another address
            </Button>
          </Cluster>
        </FormStack>
      </Form>
    </>
  );
}

/** The action's reply beside the fields; a refusal, or what is wrong with the code, is also the alert. */
function useLoginReply() {
  const reply = useActionData<typeof action>();
  const key = useOccurrence(reply);
  const message = reply?.error?.['']?.[0] ?? reply?.error?.['code']?.[0];
  const alert = message === undefined ? null : <AlertDialog key={key} title="Sign in" message={message} />;
  return { reply, alert };
}
