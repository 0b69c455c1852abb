declare module 'css-tree/tokenizer' {
  /** Calls `onToken` for each token; `type` is an index in `tokenNames`. */
  export function tokenize(css: string, onToken: (type: number, start: number, end: number) => void): void;
  export const tokenNames: readonly string[];
}

declare module 'css-tree/utils' {
  interface Notation {
    /** Removes escapes, quotation marks, and `url(`. */
    decode(written: string): string;
  }
  export const ident: Notation;
  export const string: Notation;
  export const url: Notation;
}
