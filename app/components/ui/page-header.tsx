import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '#app/components/ui/icons.tsx';

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** The list this page came from. */
  back?: { to: string; label: string };
  /** Buttons at the right. */
  actions?: ReactNode;
}

/** The one h1 of a page. `AppShell` moves the focus to it after a navigation. */
export function PageHeader({ title, subtitle, back, actions }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div>
        {back ? (
          <Link className="page-header-back" to={back.to}>
            <Icon name="chevron-left" />
            {back.label}
          </Link>
        ) : null}
        <h1 tabIndex={-1}>{title}</h1>
        {subtitle ? <p className="page-header-subtitle">{subtitle}</p> : null}
      </div>
      {actions ? <div className="cluster">{actions}</div> : null}
    </header>
  );
}
