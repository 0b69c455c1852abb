/** The colors that carry meaning, by Bootstrap's words; `app/styles/_tokens.scss` says how each looks in both modes. */
export type Tone = 'primary' | 'secondary' | 'success' | 'info' | 'warning' | 'danger' | 'neutral';
