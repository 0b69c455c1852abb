import type { ReactNode } from 'react';
import { ChoiceFrame } from '#app/components/forms/field-frame.tsx';
import {
  fieldParts,
  type FieldParts,
  type FieldSource,
  type FieldTexts,
  splitFieldProps,
} from '#app/components/forms/field-parts.ts';

export interface Choice {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
}

export type ChoiceGroupProps = FieldSource &
  FieldTexts & {
    options: readonly Choice[];
    /** Places the options side by side, for short labels. */
    inline?: boolean;
    disabled?: boolean;
    onChange?: (event: React.ChangeEvent<HTMLInputElement>) => void;
  };

export function RadioGroupField(props: ChoiceGroupProps) {
  return <ChoiceGroup {...props} kind="radio" />;
}

/** Checkboxes. All checked values are sent under the same name. */
export function CheckboxGroupField(props: ChoiceGroupProps) {
  return <ChoiceGroup {...props} kind="checkbox" />;
}

function ChoiceGroup(props: ChoiceGroupProps & { kind: 'radio' | 'checkbox' }) {
  const { texts, rest } = splitFieldProps(props);
  const { kind, options, inline, disabled, onChange } = rest;
  const parts = fieldParts(props, texts);
  const chosen = kind === 'radio' ? [parts.defaultValue] : parts.defaultOptions;
  return (
    <ChoiceFrame parts={parts} texts={texts} kind={kind === 'radio' ? 'radiogroup' : 'group'}>
      <div key={parts.key} className={inline ? 'choices-inline' : undefined}>
        {options.map((option, index) => {
          const id = choiceId(parts, index);
          return (
            <div className="form-check" key={option.value}>
              <input
                className="form-check-input"
                type={kind}
                id={id}
                name={parts.name}
                form={parts.form}
                value={option.value}
                defaultChecked={chosen.includes(option.value)}
                required={(kind === 'radio' && parts.required) || undefined}
                disabled={disabled}
                aria-describedby={option.hint ? `${id}-hint` : undefined}
                onChange={onChange}
              />
              <label className="form-check-label" htmlFor={id}>
                {option.label}
              </label>
              {option.hint ? (
                <div className="form-text" id={`${id}-hint`}>
                  {option.hint}
                </div>
              ) : null}
            </div>
          );
        })}
      </div>
    </ChoiceFrame>
  );
}

/** Returns an option's ID. The first one has the field's ID, so that the error summary can link to it. */
function choiceId(parts: FieldParts, index: number): string {
  return index === 0 ? parts.id : `${parts.id}-${index + 1}`;
}
