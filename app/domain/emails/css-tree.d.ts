declare module 'css-tree/tokenizer' {
  /** Calls back for each token of the CSS with the index of its name in `tokenNames`. */
  export function tokenize(css: string, onToken: (type: number, start: number, end: number) => void): void;
  export const tokenNames: readonly string[];
}

declare module 'css-tree/utils' {
  interface Notation {
    /** The text that is written with escapes, quotation marks, or `url(`. */
    decode(written: string): string;
  }
  export const ident: Notation;
  export const string: Notation;
  export const url: Notation;
}
