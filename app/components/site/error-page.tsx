import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { FORBIDDEN_MESSAGE } from '#app/lib/domain-errors.ts';
import { isRecord } from '#app/lib/records.ts';

/** Error page with a message, what to do next and a link to the dashboard. */
export function ErrorPage() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const body: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  const canBeSentAgain = isRecord(body) && body['canBeSentAgain'] === true;
  const canBeLoadedAgain = status === 503 && !canBeSentAgain;
  return (
    <>
      <PageHeader title={titleOf(status)} />
      <p>{sentenceOf(status, body)}</p>
      {canBeSentAgain ? <p>Reload this page to resend what you entered.</p> : null}
      {isRecord(body) && typeof body['requestId'] === 'string' ? (
        <p className="text-body-secondary">If you contact us, include this ID: {body['requestId']}</p>
      ) : null}
      <p className="cluster">
        {canBeLoadedAgain ? (
          <ButtonLink to={`${pathname}${search}`} variant="primary" reloadDocument>
            Reload page
          </ButtonLink>
        ) : null}
        <ButtonLink to="/" {...(canBeLoadedAgain ? {} : { variant: 'primary' })}>
          Go to the dashboard
        </ButtonLink>
      </p>
    </>
  );
}

function titleOf(status: number): string {
  if (status === 404) return 'Page not found';
  if (status === 403) return "You don't have access to this page";
  if (status === 503) return 'Temporarily unavailable';
  return status < 500 ? "That didn't work" : 'Something went wrong';
}

function sentenceOf(status: number, body: unknown): string {
  if (status === 404)
    return 'Check the address. The page may have been removed, or you may not have access to it.';
  if (status < 500 || status === 503) {
    const message = isRecord(body) ? body['message'] : undefined;
    if (message === FORBIDDEN_MESSAGE) return 'If you need access, contact your administrator.';
    return typeof message === 'string' ? message : "We couldn't process that. Go back and try again.";
  }
  return 'The problem is on our end. Try again. If it happens again, email us.';
}
