import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { isRecord } from '#app/lib/records.ts';

/** The page for whatever went wrong: a sentence, what to do, and the way to the dashboard. */
export function ErrorPage() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const body: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  return (
    <>
      <PageHeader title={titleOf(status)} />
      <p>{sentenceOf(status, body)}</p>
      {isRecord(body) && body['canBeSentAgain'] === true ? (
        <p>To send what you entered again, reload this page.</p>
      ) : null}
      {isRecord(body) && typeof body['requestId'] === 'string' ? (
        <p className="text-body-secondary">If you ask for help, mention this number: {body['requestId']}</p>
      ) : null}
      <p>
        <ButtonLink to="/" variant="primary">
          Go to the dashboard
        </ButtonLink>
      </p>
    </>
  );
}

function titleOf(status: number): string {
  if (status === 404) return 'Page not found';
  if (status === 403) return 'This page is not for you';
  if (status === 503) return 'Back in a moment';
  return status < 500 ? 'This did not work' : 'Something went wrong';
}

function sentenceOf(status: number, body: unknown): string {
  if (status === 404) return 'The address may be mistyped, or what was here is no longer yours to see.';
  if (status < 500 || status === 503) {
    return isRecord(body) && typeof body['message'] === 'string'
      ? body['message']
      : 'The request was not accepted.';
  }
  return 'The fault is ours, and nothing you entered was stored halfway. Try again; if it happens again, write to us.';
}
