import type { ReactNode } from 'react';
import { Icon, type IconName } from '#app/components/ui/icons.tsx';

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  icon?: IconName;
  actions?: ReactNode;
}

/** Placeholder for an empty list, with what to do next. */
export function EmptyState({ title, children, icon = 'info', actions }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Icon name={icon} />
      <p className="empty-state-title">{title}</p>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="cluster">{actions}</div> : null}
    </div>
  );
}
