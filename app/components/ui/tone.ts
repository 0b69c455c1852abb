/** Semantic colors with Bootstrap's names. `app/styles/_tokens.scss` defines them for both color schemes. */
export type Tone = 'primary' | 'secondary' | 'success' | 'info' | 'warning' | 'danger' | 'neutral';
