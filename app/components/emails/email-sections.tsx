import { Link, useLocation } from '@remix-run/react';

const SECTIONS = [
  { to: '/emails', label: 'Emails' },
  { to: '/emails/deliveries', label: 'Sent emails' },
  { to: '/emails/reminders', label: 'Reminders' },
  { to: '/emails/notices', label: 'Automatic emails' },
  { to: '/emails/bounces', label: 'Bounced addresses' },
] as const;

/** Navigation between the email pages. */
export function EmailSections() {
  const here = useLocation().pathname.replace(/\/$/, '');
  return (
    <nav className="sections" aria-label="Email">
      {SECTIONS.map(({ to, label }) => (
        <Link key={to} to={to} aria-current={to === here ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
