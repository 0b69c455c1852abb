import type { ReactNode } from 'react';
import { FieldError, FieldWarning } from '#app/components/forms/field-error.tsx';
import type { FieldParts, FieldWords } from '#app/components/forms/field-parts.ts';
import { classNames } from '#app/components/ui/class-names.ts';

interface FrameProps {
  parts: FieldParts;
  words: FieldWords;
  children: ReactNode;
}

/** Label, hint, control, warning and error of a field with one control. */
export function FieldFrame({ parts, words, children }: FrameProps) {
  return (
    <div className={frameClass(words)}>
      <label className="form-label" htmlFor={parts.id}>
        <LabelText words={words} />
      </label>
      <FieldHint parts={parts} words={words} />
      {children}
      <FieldRemarks parts={parts} words={words} />
    </div>
  );
}

/** The same around a group of radios or checkboxes, which a legend names. */
export function ChoiceFrame({ parts, words, kind, children }: FrameProps & { kind: 'radiogroup' | 'group' }) {
  return (
    <fieldset
      className={classNames('fieldset', frameClass(words))}
      role={kind}
      aria-describedby={parts.describedBy}
      aria-invalid={(kind === 'radiogroup' && parts.errors.length > 0) || undefined}
    >
      <legend>
        <LabelText words={words} />
      </legend>
      <FieldHint parts={parts} words={words} />
      {children}
      <FieldRemarks parts={parts} words={words} />
    </fieldset>
  );
}

export function LabelText({ words }: { words: FieldWords }) {
  return (
    <>
      {words.label}
      {words.optional ? <span className="field-optional"> (optional)</span> : null}
    </>
  );
}

export function FieldHint({ parts, words }: { parts: FieldParts; words: FieldWords }) {
  if (!words.hint) return null;
  return (
    <div className="form-text" id={parts.hintId}>
      {words.hint}
    </div>
  );
}

export function FieldRemarks({ parts, words }: { parts: FieldParts; words: FieldWords }) {
  return (
    <>
      {'warning' in words ? <FieldWarning id={parts.warningId} warning={words.warning} /> : null}
      <FieldError id={parts.errorId} errors={parts.errors} />
    </>
  );
}

export function frameClass({ width, span }: FieldWords): string {
  return classNames('field', width && width !== 'full' && `field-${width}`, span && `span-${span}`);
}
