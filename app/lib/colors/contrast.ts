type Rgb = readonly [number, number, number];

/** Lowest contrast of text (WCAG 2.2, 1.4.3). */
export const TEXT_CONTRAST_MIN = 4.5;

/** Returns red, green, and blue of '#rrggbb', from 0 to 255. */
export function channelsOf(color: string): Rgb {
  const number = Number.parseInt(color.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** Returns the contrast of two colors (#rrggbb) as WCAG 2.2 defines it, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Mixes two colors (#rrggbb). `share` is how much of the second one, from 0 to 1. */
export function mixed(one: string, other: string, share: number): string {
  const parts = channelsOf(other);
  const channels = channelsOf(one).map((channel, at) =>
    Math.round(channel + ((parts[at] ?? 0) - channel) * share),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const STEPS = 50;

/** Returns the nearest shade on the way to black or white that has enough contrast to all these backgrounds. */
export function legibleShade(
  color: string,
  towards: '#000000' | '#ffffff',
  backgrounds: readonly string[],
): string {
  for (let step = 0; step < STEPS; step += 1) {
    const shade = mixed(color, towards, step / STEPS);
    if (backgrounds.every((background) => contrastOf(shade, background) >= TEXT_CONTRAST_MIN)) return shade;
  }
  return towards;
}
