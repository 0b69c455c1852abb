/** An attribute of a tag; `value` is as it was written, with its entities, and null where there is none. */
export interface MarkupAttribute {
  /** In lower case. */
  readonly name: string;
  readonly value: string | null;
  readonly isQuoted: boolean;
  /** Where the value begins in the text. */
  readonly valueAt: number;
}

interface Span {
  /** Where it begins and ends in the text. */
  readonly at: number;
  readonly end: number;
}

/**
 * Why markup is not read: it is incomplete or can be read in two ways, a comment may end elsewhere, a merge field stands where its value
 * would be more than words, an attribute stands twice, there are too many of them.
 */
export type Unclear = 'reading' | 'comment' | 'field' | 'twice' | 'many';

/** A piece of HTML or MJML. Comments and styles have their content's place: that of conditional comments is markup again. */
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
      /** Whether Outlook shows what stands in it. */
      readonly isConditional: boolean;
    })
  | (Span & { readonly kind: 'style'; readonly contentAt: number; readonly contentEnd: number })
  | (Span & { readonly kind: 'declaration' })
  | (Span & { readonly kind: 'broken'; readonly why: Unclear });

/** An error and the index of the character where it is. */
export interface MarkupError {
  readonly at: number;
  readonly message: string;
}
