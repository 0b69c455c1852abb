import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '#app/components/ui/icons.tsx';

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
}

/** The page's only h1. `AppShell` focuses it after a navigation. */
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
        {subtitle ? <div className="page-header-subtitle">{subtitle}</div> : null}
      </div>
      {actions ? <div className="cluster">{actions}</div> : null}
    </header>
  );
}
