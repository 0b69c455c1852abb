import { Icon } from '#app/components/ui/icons.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';

/** Error messages of a field. The control references them with `aria-describedby`. */
export function FieldError({ id, errors }: { id: string; errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <div id={id}>
      {errors.map((error) => (
        <p key={error} className="field-error">
          <Icon name="alert" />
          <span>
            <VisuallyHidden>Error: </VisuallyHidden>
            {error}
          </span>
        </p>
      ))}
    </div>
  );
}

/** A non-blocking warning, announced when it appears. */
export function FieldWarning({ id, warning }: { id: string; warning: string | undefined }) {
  return (
    <div id={id} role="status">
      {warning ? (
        <p className="field-error field-warning">
          <Icon name="info" />
          <span>{warning}</span>
        </p>
      ) : null}
    </div>
  );
}
