import { getFormProps, useForm } from '@conform-to/react';
import { data, redirect } from '@remix-run/node';
import { Form, useLoaderData, useSearchParams } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { useEffect, useRef } from 'react';
import { CodeStatus, ResendButton } from '#app/components/login/code-delivery.tsx';
import { OidcLink } from '#app/components/login/oidc-link.tsx';
import { PasskeyButton } from '#app/components/login/passkey-button.tsx';
import { useSite } from '#app/components/site/site-context.ts';
import { titled } from '#app/components/site/titled.ts';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { useLazyChecks, validateWith } from '#app/components/forms/use-lazy-checks.ts';
import { AppShell } from '#app/components/ui/app-shell.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { AlertDialog } from '#app/components/ui/dialog.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { useOccurrence } from '#app/components/ui/use-occurrence.ts';
import {
  LOGIN_CODE_DIGITS,
  LOGIN_CODE_MINUTES,
  LOGIN_RETRY_ADVICE_MINUTES,
  RECENT_SIGN_IN_MINUTES,
} from '#app/config/constants.ts';
import { findLinkedCode, requestLoginCode } from '#app/domain/auth/request-code.server.ts';
import { verifyLoginCode } from '#app/domain/auth/verify-login-code.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { clearUserData } from '#app/lib/browser/user-storage.ts';
import { forgetAtLogout, announceLogout } from '#app/lib/browser/logout-elsewhere.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { loginPath, signInAgainPath } from '#app/lib/urls/redirect-paths.ts';
import {
  type LoginCodeInput,
  LoginCodeSchema,
  type LoginInput,
  LoginLink,
  type LoginForm,
  LoginFormSchema,
} from '#app/schemas/auth.ts';
import { LOGIN_CODE_CONSTRAINT, LOGIN_CONSTRAINT } from '#app/schemas/auth-constraint.ts';
import { LoginResponseSchema } from '#app/schemas/screen-responses.ts';
import {
  requestingBrowserOf,
  callerOf,
  hasLoggedOut,
  logoutCookieHeader,
  sessionCookieHeader,
} from '#app/server/cookies.server.ts';
import { codeDelivery } from '#app/server/code-delivery.ts';
import { parseFirstValues } from '#app/server/parse-input.server.ts';
import { publicAction, publicScreen, submitForm } from '#app/server/web-route.server.ts';
import { signInProvider } from '#app/server/single-sign-on.server.ts';
import { codeStepHeader, readCodeStep } from './login-cookie.server.ts';
import { LoginPageQuerySchema, SignInQuerySchema } from './login-query.server.ts';

const fetchChecks = () => import('#app/components/login/login-validation.ts');

export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Sign in');

export const loader = publicScreen(async ({ ctx, request, url }) => {
  const { settings } = ctx;
  const query = parseFirstValues(LoginPageQuerySchema, url.searchParams);
  if (ctx.actor.kind === 'user' && !query.again) throw redirect(query.to);
  if (query.code !== undefined) throw await openLink(ctx, request, query.code);
  const step = query.step === 'code' ? await readCodeStep(request, settings) : null;
  const response = {
    code: step === null ? null : { ...codeDelivery(step, ctx.now()), link: step.link },
    isLinkExpired: query.link === 'expired',
    oidc: signInProvider(settings, query.problem),
    hasLoggedOut: await hasLoggedOut(request, settings),
  };
  if (!response.hasLoggedOut) return response;
  return data(response, { headers: { 'Set-Cookie': await logoutCookieHeader(false, settings) } });
}, LoginResponseSchema);

/** Removes the link's secret from the URL, and so from the browser's history, before any page is shown. */
async function openLink(ctx: Ctx, request: Request, link: string): Promise<Response> {
  const linked = LoginLink.safeParse(link).success ? await findLinkedCode(ctx, link) : null;
  if (linked === null) return redirect('/login?link=expired');
  const known = await readCodeStep(request, ctx.settings);
  const step = {
    email: linked.email,
    link,
    sendsAt: linked.sentAt.toISOString(),
    requestedAt: ctx.now().toISOString(),
    isAgain: false,
    to: known?.email === linked.email ? known.to : '/',
  };
  return redirect(codeStepPath(step.to), {
    headers: { 'Set-Cookie': await codeStepHeader(ctx.settings, step) },
  });
}

export const action = publicAction(async ({ ctx, request, url, loadContext }, form) => {
  const { settings } = ctx;
  const { to, again: isSigningInAgain } = parseFirstValues(SignInQuerySchema, url.searchParams);
  if (!form.has('code')) {
    const sendCode = async ({ email, again }: LoginForm) => {
      const isAgain = again !== undefined;
      const browser = await requestingBrowserOf(request, loadContext.clientAddress, settings);
      const { sendsAt } = await requestLoginCode(ctx, { email, ...browser });
      const times = { sendsAt: sendsAt.toISOString(), requestedAt: ctx.now().toISOString() };
      const headers = new Headers({ 'Set-Cookie': browser.setCookie });
      headers.append('Set-Cookie', await codeStepHeader(settings, { email, isAgain, to, ...times }));
      return redirect(codeStepPath(to, isSigningInAgain), { headers });
    };
    return submitForm(form, LoginFormSchema, sendCode, '');
  }
  const signIn = async (input: LoginCodeInput) => {
    const caller = await callerOf(request, loadContext.clientAddress, settings);
    const signedIn = await verifyLoginCode(ctx, { ...input, ...caller });
    const headers = new Headers({
      'Set-Cookie': await sessionCookieHeader(signedIn.sessionSecret, settings),
    });
    headers.append('Set-Cookie', await codeStepHeader(settings, null));
    return redirect(signedIn.action === 'LOGIN' ? to : `/login/create/${encodeURIComponent(input.email)}`, {
      headers,
    });
  };
  return submitForm(form, LoginCodeSchema, signIn, '');
});

/** Returns the path of the code step. Without `step`, /login starts with the email address. */
function codeStepPath(to: string, isAgain = false): string {
  const query = new URLSearchParams({
    step: 'code',
    ...(to === '/' ? {} : { to }),
    ...(isAgain ? { again: '1' } : {}),
  });
  return `/login?${query.toString()}`;
}

export const clientAction = formClientAction('Unable to sign in: ');

/**
 * Sign-in with an address and an emailed code (specification, section 2, Login). A logout ends here and deletes all
 * drafts.
 */
export default function Login() {
  const { code, hasLoggedOut: isLogout, ...response } = useLoaderData<typeof loader>();
  const { appName, contactEmail, logo } = useSite();
  useEffect(forgetAtLogout, []);
  useEffect(() => {
    if (!isLogout) return;
    clearUserData();
    announceLogout();
  }, [isLogout]);
  return (
    <AppShell appName={appName} contactEmail={contactEmail} logo={logo} narrow>
      {code === null ? (
        <EmailStep key="email" {...response} />
      ) : (
        <CodeStep key={`code ${code.email}`} code={code} />
      )}
    </AppShell>
  );
}

type EmailStepProps = Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'isLinkExpired' | 'oidc'>;

function EmailStep({ isLinkExpired, oidc }: EmailStepProps) {
  const { reply, alert } = useLoginReply();
  const formRef = useRef<HTMLFormElement>(null);
  const checks = useLazyChecks(formRef, fetchChecks);
  const onValidate = validateWith(checks?.checkAddress);
  const [form, fields] = useForm<LoginInput>({
    id: 'login',
    lastResult: reply,
    constraint: LOGIN_CONSTRAINT,
    shouldRevalidate: 'onInput',
    onValidate,
  });
  const { appName } = useSite();
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader
        title="Sign in"
        subtitle={`Enter your email and we'll send you a code to sign in to ${appName}. No password needed.`}
      />
      {alert}
      {oidc?.problem == null ? null : <Banner tone="danger">{oidc.problem}</Banner>}
      {search.has('again') ? (
        <Banner tone="info">
          {USER_MESSAGES.signInAgain(RECENT_SIGN_IN_MINUTES)}{' '}
          {search.has('saved') ? 'Your text will be restored.' : null}
        </Banner>
      ) : search.has('saved') ? (
        <Banner tone="info">Your session has ended. Sign in and your text will be restored.</Banner>
      ) : null}
      {isLinkExpired ? (
        <Banner tone="warning">
          That link has expired or was already used. Enter your email to get a new code.
        </Banner>
      ) : null}
      <Form method="post" {...getFormProps(form)} ref={formRef}>
        <FormStack>
          <TextField
            field={fields.email}
            label="Email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoFocus
          />
          <FormActions>
            <SubmitButton pendingLabel="Sending…">Send me a code</SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
      <PasskeyButton />
      {oidc === null ? null : <OidcLink name={oidc.name} />}
    </>
  );
}

type RequestedCode = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['code']>;

function CodeStep({ code }: { code: RequestedCode }) {
  const { contactEmail } = useSite();
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader title="Enter your code" subtitle={`Signing in as ${code.email}`} />
      <CodeStatus delivery={code} />
      <CodeForm key={code.requestedAt} code={code} />
      <Form method="post">
        <input type="hidden" name="email" value={code.email} />
        <FormStack>
          <p className="mt-4 mb-0">
            If no code arrives within {LOGIN_RETRY_ADVICE_MINUTES} minutes, check your spam folder, then try
            again or contact <a href={`mailto:${contactEmail}`}>support</a>.
          </p>
          <Cluster>
            <ResendButton delivery={code} name="again" value="yes" />
            <ButtonLink to={(search.has('again') ? signInAgainPath : loginPath)(search.get('to') ?? '/')}>
              Use a different email
            </ButtonLink>
          </Cluster>
        </FormStack>
      </Form>
    </>
  );
}

/** Form for the code, cleared and focused for each requested code. */
function CodeForm({ code }: { code: RequestedCode }) {
  const { reply, alert } = useLoginReply();
  const formRef = useRef<HTMLFormElement>(null);
  const checks = useLazyChecks(formRef, fetchChecks);
  const onValidate = validateWith(checks?.checkCode);
  const [form, fields] = useForm<LoginCodeInput>({
    id: 'login-code',
    lastResult: reply,
    constraint: LOGIN_CODE_CONSTRAINT,
    shouldRevalidate: 'onInput',
    onValidate,
  });
  return (
    <>
      {alert}
      <Form method="post" {...getFormProps(form)} ref={formRef}>
        <input type="hidden" name="email" value={code.email} />
        {code.link === undefined ? null : <input type="hidden" name="link" value={code.link} />}
        <FormStack>
          <TextField
            field={fields.code}
            label="Code"
            hint={`The ${LOGIN_CODE_DIGITS}-digit code from your email. It expires in ${LOGIN_CODE_MINUTES} minutes.`}
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
    </>
  );
}

/** Returns the reply, with an alert for an error of the form or the code. */
function useLoginReply() {
  const reply = useReply<typeof action>();
  const key = useOccurrence(reply);
  const message = reply?.error?.['']?.[0] ?? reply?.error?.['code']?.[0];
  const alert =
    message === undefined ? null : <AlertDialog key={key} title="Unable to sign in" message={message} />;
  return { reply, alert };
}
