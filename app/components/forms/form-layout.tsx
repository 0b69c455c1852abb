import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';

/** Stacks fields vertically. Must be a direct child of the form. */
export function FormStack({ children }: { children: ReactNode }) {
  return <div className="form-stack">{children}</div>;
}

/** A grid of six columns (each field sets its `span`); stacked on narrow screens. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <div className="field-grid-frame">
      <div className="field-grid">{children}</div>
    </div>
  );
}

interface FieldsetProps {
  legend: ReactNode;
  hint?: ReactNode;
  /** Styles the legend as the title of a form section instead of a small group. */
  section?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

/** A named group of fields. */
export function Fieldset({ legend, hint, section, disabled, children }: FieldsetProps) {
  return (
    <fieldset
      className={classNames('fieldset', section ? 'fieldset-section' : 'fieldset-group')}
      disabled={disabled}
    >
      <legend>{legend}</legend>
      {hint ? <div className="form-text">{hint}</div> : null}
      {children}
    </fieldset>
  );
}

/** The buttons at the end of a form. `spread` places the first (Back) on the left and the last on the right. */
export function FormActions({ children, spread }: { children: ReactNode; spread?: boolean }) {
  return <div className={classNames('form-actions', spread && 'form-actions-spread')}>{children}</div>;
}
