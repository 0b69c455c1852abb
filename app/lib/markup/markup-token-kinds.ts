/** `value` is as written, with entities; null if there is none. */
export interface MarkupAttribute {
  /** Lowercase. */
  readonly name: string;
  readonly value: string | null;
  readonly isQuoted: boolean;
  /** Index in the text where the value begins. */
  readonly valueAt: number;
}

interface Span {
  /** Start and end index in the text. */
  readonly at: number;
  readonly end: number;
}

/**
 * Why markup is rejected: incomplete or ambiguous, an ambiguous comment, a merge field that could change the markup, a
 * duplicate attribute, or too many attributes.
 */
export type MarkupRejection = 'reading' | 'comment' | 'field' | 'twice' | 'many';

/** A token of HTML or MJML. Comments have their content's range, because conditional comments contain markup. */
export type MarkupToken =
  | (Span & { readonly kind: 'text' })
  | (Span & {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: readonly MarkupAttribute[];
      readonly isClosed: boolean;
    })
  | (Span & { readonly kind: 'close'; readonly name: string })
  | (Span & {
      readonly kind: 'comment';
      readonly contentAt: number;
      readonly contentEnd: number;
      /** Whether Outlook shows the content. */
      readonly isConditional: boolean;
    })
  | (Span & { readonly kind: 'style'; readonly contentAt: number; readonly contentEnd: number })
  | (Span & { readonly kind: 'declaration' })
  | (Span & { readonly kind: 'broken'; readonly why: MarkupRejection });

export interface MarkupError {
  readonly at: number;
  readonly message: string;
}
