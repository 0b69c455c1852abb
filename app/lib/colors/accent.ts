import { channelsOf, contrastOf, legibleShade, mixed, TEXT_CONTRAST_MIN } from './contrast.ts';

const WHITE = '#ffffff';
const BLACK = '#000000';
/** The darkest light background behind text, and the lightest dark one, from `_tokens.scss`. */
const LIGHT_PAGE = '#ecebe3';
const DARK_PAGE = '#222c28';
const NIGHT = '#0f1614';

/** An accent color (#rrggbb) and its shades, each with enough contrast where it is used. */
export interface AccentShades {
  readonly light: Shades;
  readonly dark: Shades;
}

interface Shades {
  /** Links, borders, and buttons. */
  readonly action: string;
  readonly hover: string;
  /** Text on a button. */
  readonly buttonText: string;
  readonly bar: string;
  readonly subtle: string;
  readonly subtleBorder: string;
  readonly subtleText: string;
}

/** The measured contrasts of an accent color. Each must be at least `TEXT_CONTRAST_MIN`. */
export interface AccentContrasts {
  /** White text on the color. */
  readonly white: number;
  /** The color as text on the page, in light mode. */
  readonly light: number;
  /** Its lighter shade as text on the page, in dark mode. */
  readonly dark: number;
}

/** Returns the contrast of a color with white text, and with a light and a dark page. */
export function accentContrasts(color: string): AccentContrasts {
  return {
    white: contrastOf(color, WHITE),
    light: contrastOf(color, LIGHT_PAGE),
    dark: contrastOf(accentShades(color).dark.action, DARK_PAGE),
  };
}

/** Returns why a color can't be the accent color, and which one would do; null if it can. */
export function accentProblem(color: string): string | null {
  const { white, light } = accentContrasts(color);
  if (white >= TEXT_CONTRAST_MIN && light >= TEXT_CONTRAST_MIN) return null;
  const darker = legibleShade(color, BLACK, [WHITE, LIGHT_PAGE]);
  return (
    `This color is too light. White text on it has a contrast of ${formatContrast(white)}, and links in this color have ${formatContrast(light)}. ` +
    `Both need at least ${TEXT_CONTRAST_MIN}:1. Try ${darker}.`
  );
}

/** Formats a contrast like '4.5:1', rounded down so that it never looks sufficient when it isn't. */
export function formatContrast(contrast: number): string {
  return `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`;
}

/** Returns the shades of an accent color for light and dark mode. */
export function accentShades(color: string): AccentShades {
  const lightSubtle = mixed(color, WHITE, 0.88);
  const darkSubtle = mixed(NIGHT, color, 0.25);
  const tint = legibleShade(color, WHITE, [DARK_PAGE, darkSubtle]);
  return {
    light: {
      action: color,
      hover: mixed(color, BLACK, 0.2),
      buttonText: WHITE,
      bar: mixed(color, BLACK, 0.25),
      subtle: lightSubtle,
      subtleBorder: mixed(color, WHITE, 0.7),
      subtleText: legibleShade(mixed(color, BLACK, 0.2), BLACK, [lightSubtle]),
    },
    dark: {
      action: tint,
      hover: mixed(tint, WHITE, 0.3),
      buttonText: NIGHT,
      bar: mixed(color, BLACK, 0.6),
      subtle: darkSubtle,
      subtleBorder: mixed(NIGHT, color, 0.5),
      subtleText: legibleShade(tint, WHITE, [darkSubtle]),
    },
  };
}

/** Returns a style sheet that gives pages this accent color, after the theme's. */
export function accentStyles(color: string): string {
  const { light, dark } = accentShades(color);
  return `${stylesOf(light)}\n@media (prefers-color-scheme: dark) {\n${stylesOf(dark)}\n}\n`;
}

function stylesOf({ action, hover, buttonText, bar, subtle, subtleBorder, subtleText }: Shades): string {
  const properties = {
    '--action': action,
    '--action-bg': action,
    '--action-bg-hover': hover,
    '--action-text': buttonText,
    '--focus': action,
    '--bar-bg': bar,
    '--bs-link-color': action,
    '--bs-link-color-rgb': channelsOf(action).join(', '),
    '--bs-link-hover-color': hover,
    '--bs-link-hover-color-rgb': channelsOf(hover).join(', '),
    '--bs-primary-bg-subtle': subtle,
    '--bs-primary-border-subtle': subtleBorder,
    '--bs-primary-text-emphasis': subtleText,
  };
  const lines = Object.entries(properties).map(([name, value]) => `  ${name}: ${value};`);
  return `:root {\n${lines.join('\n')}\n}\n.form-check-input:checked { background-color: ${action}; border-color: ${action}; }`;
}
