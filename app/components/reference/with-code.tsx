import { Fragment } from 'react';

/** A sentence in which names between backticks are shown as code. */
export function WithCode({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
    );
}

/** A field's name as code that may break after its dots. */
export function FieldName({ name }: { readonly name: string }) {
  return (
    <code>
      {name.split('.').map((part, index) => (
        <Fragment key={index}>
          {index > 0 ? '.' : null}
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </code>
  );
}
