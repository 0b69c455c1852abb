/**
 * What the fields read of conform's `FieldMetadata`, written structurally so that metadata of every schema fits.
 */
export interface ConformField {
  id: string;
  name: string;
  formId: string;
  key: string | undefined;
  errorId: string;
  descriptionId: string;
  defaultValue: string | undefined;
  defaultOptions: string[] | undefined;
  defaultChecked: boolean | undefined;
  errors: string[] | undefined;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: string | number;
  max?: string | number;
  step?: string | number;
  pattern?: string;
}

/** A field of a form that conform does not manage: filters, simple actions. */
export interface PlainField {
  name: string;
  /** The name unless given; needed where a name occurs twice on a page. */
  id?: string;
  /** The id of the form, for a control that stands outside it. */
  form?: string;
  defaultValue?: string;
  /** The values ticked in a group of checkboxes. */
  defaultOptions?: readonly string[];
  defaultChecked?: boolean;
  errors?: readonly string[];
  required?: boolean;
}

/** Either `field={fields.email}` or the plain properties. */
export type FieldSource =
  | ({
      field: ConformField;
      /** In place of what conform found, where that was about a value that no longer stands in the control. */
      errors?: readonly string[] | undefined;
    } & { [Key in Exclude<keyof PlainField, 'errors'>]?: undefined })
  | ({ field?: undefined } & PlainField);

/** What all fields show around their control. */
export interface FieldTexts {
  label: string;
  /** Says what is expected, before anything went wrong. */
  hint?: string;
  /** Adds '(optional)' to the label. */
  optional?: boolean;
  /** Something to look at that does not block, such as an unusual age. */
  warning?: string;
  /** How much is expected: the control's width. */
  width?: 'xs' | 'sm' | 'md' | 'full';
  /** How many of a FieldGrid's six columns it takes; 3 unless told. */
  span?: 1 | 2 | 3 | 4 | 6;
}

export interface FieldParts {
  /** Changes when conform resets the field; goes to the control as React's key. */
  key: string | undefined;
  id: string;
  name: string;
  form: string | undefined;
  required: boolean | undefined;
  errors: readonly string[];
  hintId: string;
  errorId: string;
  warningId: string;
  describedBy: string | undefined;
  defaultValue: string | undefined;
  defaultOptions: readonly string[];
  defaultChecked: boolean;
}

/** Tells the words around a control and the control's own attributes (`rest`) from what describes the field. */
export function splitFieldProps<Rest extends object>(props: FieldSource & FieldTexts & Rest) {
  const { label, hint, optional, warning, width, span, ...more } = props;
  const { field, name, id, form, defaultValue, defaultOptions, defaultChecked, errors, required, ...rest } =
    more;
  const texts: FieldTexts = { label, hint, optional, width, span };
  if ('warning' in props) texts.warning = warning;
  return { words: texts, rest };
}

/** One description for both sources; every field is built from it. */
export function fieldParts(source: FieldSource, texts: FieldTexts): FieldParts {
  const parts = source.field ? fromConform(source.field, source.errors) : fromPlain(source);
  const described = [
    texts.hint && parts.hintId,
    texts.warning && parts.warningId,
    parts.errors.length > 0 && parts.errorId,
  ].filter(Boolean);
  return { ...parts, describedBy: described.length > 0 ? described.join(' ') : undefined };
}

type Undescribed = Omit<FieldParts, 'describedBy'>;

function fromConform(field: ConformField, errors: readonly string[] = field.errors ?? []): Undescribed {
  return {
    key: field.key,
    id: field.id,
    name: field.name,
    form: field.formId,
    required: field.required,
    errors,
    hintId: field.descriptionId,
    errorId: field.errorId,
    warningId: `${field.id}-warning`,
    defaultValue: field.defaultValue,
    defaultOptions: field.defaultOptions ?? [],
    defaultChecked: field.defaultChecked ?? false,
  };
}

function fromPlain(field: PlainField): Undescribed {
  const id = field.id ?? field.name;
  return {
    key: undefined,
    id,
    name: field.name,
    form: field.form,
    required: field.required,
    errors: field.errors ?? [],
    hintId: `${id}-description`,
    errorId: `${id}-error`,
    warningId: `${id}-warning`,
    defaultValue: field.defaultValue,
    defaultOptions: field.defaultOptions ?? [],
    defaultChecked: field.defaultChecked ?? false,
  };
}

/** The attributes that every control has, whatever its kind. */
export function controlAttributes(parts: FieldParts) {
  return {
    id: parts.id,
    name: parts.name,
    form: parts.form,
    required: parts.required || undefined,
    'aria-invalid': parts.errors.length > 0 || undefined,
    'aria-describedby': parts.describedBy,
  };
}

/** The limits that conform read from the schema, for the controls that know them. */
export function constraintAttributes({ field }: FieldSource) {
  if (!field) return {};
  const { minLength, maxLength, min, max, step, pattern } = field;
  return { minLength, maxLength, min, max, step, pattern };
}
