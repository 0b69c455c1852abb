import { formatNumber } from '#app/lib/text/counted.ts';

/** Why an image can't be the logo. */
export const LOGO_MESSAGES = {
  tooLarge: (kilobytes: number, most: number) =>
    `The logo is ${formatNumber(kilobytes)} kB. Choose a PNG or JPEG file of at most ${most} kB.`,
  otherFormat: "The logo must be a PNG or JPEG image. Other formats, such as SVG, aren't accepted.",
  otherName: (format: string, endings: string) =>
    `This is a ${format} image, but its name doesn't end in ${endings}. Rename it, or choose another image.`,
  wrongSize: (width: number, height: number, { least, most }: { least: number; most: number }) =>
    `The logo is ${formatNumber(width)} × ${formatNumber(height)} pixels. Each side must be ${least} to ${formatNumber(most)} pixels.`,
} as const;
