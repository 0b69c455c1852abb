import { MailAddress } from '#app/components/ui/mail-address.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';

interface NoSchoolYetProps {
  email: string;
  /** Whether to link to the form that requests access. */
  hasForm?: boolean;
}

/** Tells users without schools which address they use, and how to use another or request access. */
export function NoSchoolYet({ email, hasForm = false }: NoSchoolYetProps) {
  return (
    <Stack>
      <p className="m-0">
        You&apos;re signed in as{' '}
        <strong>
          <MailAddress address={email} />
        </strong>
        , which isn&apos;t on any school&apos;s staff yet. If a school invited you, sign in with the email
        address on the invite.
      </p>
      <Cluster>
        {hasForm ? null : (
          <ButtonLink to="/access" variant="primary">
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
