import { type ReactNode, useId } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';

interface PanelProps {
  title?: ReactNode;
  /** Heading level; use 3 inside another panel. */
  level?: 2 | 3;
  actions?: ReactNode;
  footer?: ReactNode;
  /** No padding, for an edge-to-edge DataTable or ActionList. */
  flush?: boolean;
  /** Not printed, like a form for something new. */
  isScreenOnly?: boolean;
  children: ReactNode;
}

/** A card with an optional title. With a title, it is a landmark region of that name. */
export function Panel({ title, level = 2, actions, footer, flush, isScreenOnly, children }: PanelProps) {
  const headingId = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  const Frame = title ? 'section' : 'div';
  return (
    <Frame
      className={classNames('card', flush && 'card-flush', isScreenOnly && 'screen-only')}
      aria-labelledby={title ? headingId : undefined}
    >
      {title || actions ? (
        <div className="card-header">
          {title ? <Heading id={headingId}>{title}</Heading> : null}
          {actions ? <div className="panel-actions">{actions}</div> : null}
        </div>
      ) : null}
      {flush ? children : <div className="card-body">{children}</div>}
      {footer ? <div className="card-footer">{footer}</div> : null}
    </Frame>
  );
}
