import type { ReactNode } from 'react';
import { FieldError, FieldWarning } from '#app/components/forms/field-error.tsx';
import type { FieldParts, FieldTexts } from '#app/components/forms/field-parts.ts';
import { classNames } from '#app/components/ui/class-names.ts';

interface FrameProps {
  parts: FieldParts;
  texts: FieldTexts;
  children: ReactNode;
}

/** Label, hint, control, warning and error of a field with a single control. */
export function FieldFrame({ parts, texts, children }: FrameProps) {
  return (
    <div className={frameClass(texts)}>
      <label className="form-label" htmlFor={parts.id}>
        <LabelText texts={texts} />
      </label>
      <FieldHint parts={parts} texts={texts} />
      {children}
      <FieldRemarks parts={parts} texts={texts} />
    </div>
  );
}

/** Like `FieldFrame`, for a group of radio buttons or checkboxes labeled by a legend. */
export function ChoiceFrame({ parts, texts, kind, children }: FrameProps & { kind: 'radiogroup' | 'group' }) {
  return (
    <fieldset
      className={classNames('fieldset', frameClass(texts))}
      role={kind}
      aria-describedby={parts.describedBy}
      aria-invalid={(kind === 'radiogroup' && parts.errors.length > 0) || undefined}
    >
      <legend>
        <LabelText texts={texts} />
      </legend>
      <FieldHint parts={parts} texts={texts} />
      {children}
      <FieldRemarks parts={parts} texts={texts} />
    </fieldset>
  );
}

export function LabelText({ texts }: { texts: FieldTexts }) {
  return (
    <>
      {texts.label}
      {texts.optional ? <span className="field-optional"> (optional)</span> : null}
    </>
  );
}

export function FieldHint({ parts, texts }: { parts: FieldParts; texts: FieldTexts }) {
  if (!texts.hint) return null;
  return (
    <div className="form-text" id={parts.hintId}>
      {texts.hint}
    </div>
  );
}

export function FieldRemarks({ parts, texts }: { parts: FieldParts; texts: FieldTexts }) {
  return (
    <>
      {'warning' in texts ? <FieldWarning id={parts.warningId} warning={texts.warning} /> : null}
      <FieldError id={parts.errorId} errors={parts.errors} />
    </>
  );
}

export function frameClass({ width, span }: FieldTexts): string {
  return classNames('field', width && width !== 'full' && `field-${width}`, span && `span-${span}`);
}
