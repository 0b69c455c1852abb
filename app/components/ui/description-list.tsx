import type { ReactNode } from 'react';

export interface Fact {
  term: string;
  /** `null`, `undefined` and '' are shown as a dash that is read as 'none'. */
  detail: ReactNode;
}

export function DescriptionList({ items }: { items: readonly Fact[] }) {
  return (
    <dl className="facts">
      {items.map((item) => (
        <div key={item.term}>
          <dt>{item.term}</dt>
          <dd>{isBlank(item.detail) ? <EmptyValue /> : item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}

function EmptyValue() {
  return (
    <span className="text-body-secondary">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">none</span>
    </span>
  );
}

function isBlank(detail: ReactNode): boolean {
  return detail === null || detail === undefined || detail === '';
}
