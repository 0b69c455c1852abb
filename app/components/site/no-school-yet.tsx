import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { NO_SCHOOLS } from '#app/components/site/no-schools.tsx';

interface NoSchoolYetProps {
  email: string;
  /** Whether the form that requests access is on the same page, so that no link to it is needed. */
  hasForm?: boolean;
  /** Whether the page shows invites to this address, which is then the right one. */
  isInvited?: boolean;
}

/** Tells users without schools which address they use, and how to use another or request access. */
export function NoSchoolYet({ email, hasForm = false, isInvited = false }: NoSchoolYetProps) {
  return (
    <Stack>
      <p className="m-0">
        You&apos;re signed in as{' '}
        <strong>
          <EmailAddress address={email} />
        </strong>
        . {NO_SCHOOLS}
        {isInvited ? null : ' If a school invited you, sign in with the email address on the invite.'}
      </p>
      <Cluster>
        {hasForm ? null : (
          <ButtonLink to="/access" variant={isInvited ? 'outline' : 'primary'}>
            Request access
          </ButtonLink>
        )}
        <ButtonLink to="/api/logout" reloadDocument variant="outline">
          Sign in with a different email
        </ButtonLink>
      </Cluster>
    </Stack>
  );
}
