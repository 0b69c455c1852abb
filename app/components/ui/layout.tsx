import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';

/** Stacks its children vertically with equal space. */
export function Stack({
  children,
  space = 'normal',
}: {
  children: ReactNode;
  space?: 'tight' | 'normal' | 'loose';
}) {
  return <div className={classNames('stack', space !== 'normal' && `stack-${space}`)}>{children}</div>;
}

/** Small elements in a row that wraps: buttons, badges. */
export function Cluster({ children }: { children: ReactNode }) {
  return <div className="cluster">{children}</div>;
}

/** As many columns of one width as fit (20rem each, 15rem when `narrow`); one on phones. `equal`: same height. */
export function Columns({
  children,
  narrow,
  equal,
}: {
  children: ReactNode;
  narrow?: boolean;
  equal?: boolean;
}) {
  return (
    <div className={classNames('columns', narrow && 'columns-narrow', equal && 'columns-equal')}>
      {children}
    </div>
  );
}
