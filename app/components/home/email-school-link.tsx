import { Link } from '@remix-run/react';
import { lazy, type MouseEvent, Suspense, useState } from 'react';

const EmailSchoolDialog = lazy(() => import('./email-school-dialog.tsx'));

interface EmailSchoolLinkProps {
  id: string;
  name: string;
}

/** Opens the choice of an email for the school in a dialog. Without JavaScript, it's a link to the same choice. */
export function EmailSchoolLink({ id, name }: EmailSchoolLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const href = `/outstanding-schools?schoolIds=${id}`;
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Link to={href} aria-label={`Email ${name}`} onClick={open}>
        Email
      </Link>
      {isOpen ? (
        <Suspense>
          <EmailSchoolDialog name={name} href={href} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
