import { Link } from '@remix-run/react';
import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '#app/components/ui/icons.tsx';

/** Rows to choose from, edge to edge in a flush Panel: the dashboard's schools. */
export function ActionList({ children }: { children: ReactNode }) {
  return <ul className="action-list">{children}</ul>;
}

interface ActionListItemProps {
  title: ReactNode;
  meta?: ReactNode;
  /** A badge at the right. */
  badge?: ReactNode;
  /** Where a press leads; without it the row is only read. */
  to?: string;
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** One row: the whole of it can be pressed. */
export function ActionListItem({ title, meta, badge, to, onClick }: ActionListItemProps) {
  const content = (
    <>
      <span className="action-list-text">
        <span className="action-list-title">{title}</span>
        {meta ? <span className="action-list-meta">{meta}</span> : null}
      </span>
      {badge}
      {to ? <Icon name="chevron-right" /> : null}
    </>
  );
  return (
    <li>
      {to ? (
        <Link className="action-list-item" to={to} onClick={onClick}>
          {content}
        </Link>
      ) : (
        <div className="action-list-item">{content}</div>
      )}
    </li>
  );
}
