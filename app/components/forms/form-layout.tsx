import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';

/** Fields below one another; put it directly inside the form. */
export function FormStack({ children }: { children: ReactNode }) {
  return <div className="form-stack">{children}</div>;
}

/** Fields beside one another on six columns (each says its `span`), below one another where it is narrow. */
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
  /** Titles a section of a long form instead of naming a small group. */
  section?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

/** Fields that belong together under one name. */
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

/** The line of buttons that ends a form; `spread` puts the first (Back) at the left and the last at the right. */
export function FormActions({ children, spread }: { children: ReactNode; spread?: boolean }) {
  return <div className={classNames('form-actions', spread && 'form-actions-spread')}>{children}</div>;
}
