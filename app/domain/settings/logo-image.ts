import { createHash } from 'node:crypto';
import type { Logo } from '#app/config/env.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { formatNumber } from '#app/lib/text/counted.ts';

export const LOGO_BYTES_MAX = 200 * 1024;
const LOGO_SIDE_MAX = 2000;
const LOGO_SIDE_MIN = 16;

/** Why an image can't be the logo. */
const LOGO_MESSAGES = {
  tooLarge: (kilobytes: number) =>
    `The logo is ${formatNumber(kilobytes)} kB. Choose a PNG or JPEG file of at most ${LOGO_BYTES_MAX / 1024} kB.`,
  otherFormat: "The logo must be a PNG or JPEG image. Other formats, such as SVG, aren't accepted.",
  otherName: (format: string, endings: string) =>
    `This is a ${format} image, but its name doesn't end in ${endings}. Rename it, or choose another image.`,
  wrongSize: (width: number, height: number) =>
    `The logo is ${formatNumber(width)} × ${formatNumber(height)} pixels. Each side must be ${LOGO_SIDE_MIN} to ${formatNumber(LOGO_SIDE_MAX)} pixels.`,
} as const;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_HEADER_LENGTH = 24;
const PNG_SIZE_AT = 16;

type ImageFacts = Pick<Logo, 'type' | 'width' | 'height'>;

/** Reads an image's format and size from its bytes, whatever its name says, or returns why it can't be the logo. */
export function inspectLogo(bytes: Uint8Array): ImageFacts | string {
  if (bytes.byteLength > LOGO_BYTES_MAX) {
    return LOGO_MESSAGES.tooLarge(Math.ceil(bytes.byteLength / 1024));
  }
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const facts = readPng(image) ?? readJpeg(image);
  if (facts === null) return LOGO_MESSAGES.otherFormat;
  const { width, height } = facts;
  if (Math.max(width, height) > LOGO_SIDE_MAX || Math.min(width, height) < LOGO_SIDE_MIN) {
    return LOGO_MESSAGES.wrongSize(width, height);
  }
  return facts;
}

const EXTENSIONS = {
  'image/png': { ending: /\.png$/i, message: LOGO_MESSAGES.otherName('PNG', '.png') },
  'image/jpeg': { ending: /\.jpe?g$/i, message: LOGO_MESSAGES.otherName('JPEG', '.jpg or .jpeg') },
} as const;

/**
 * Checks that an uploaded image's name has the extension of its format.
 * @throws {Invalid} when it has another one, or none
 */
export function assertLogoName(bytes: Uint8Array, name: string): void {
  const facts = inspectLogo(bytes);
  if (typeof facts === 'string') return;
  const { ending, message } = EXTENSIONS[facts.type];
  if (!ending.test(name)) throw new Invalid([{ path: ['logoImage'], message }]);
}

/** Identifies the image's content. */
export function logoHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

function readPng(image: Buffer): ImageFacts | null {
  const isPng =
    image.length >= PNG_HEADER_LENGTH &&
    image.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE) &&
    image.toString('latin1', 12, PNG_SIZE_AT) === 'IHDR';
  if (!isPng) return null;
  return {
    type: 'image/png',
    width: image.readUInt32BE(PNG_SIZE_AT),
    height: image.readUInt32BE(PNG_SIZE_AT + 4),
  };
}

const MARKER = 0xff;
/** Markers without a length: restarts, and the start and end of the image. */
const isBare = (code: number) => code >= 0xd0 && code <= 0xd9;
/** Frame headers, which contain the size. The excluded codes in their range are tables. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
const SCAN = 0xda;

function readJpeg(image: Buffer): ImageFacts | null {
  if (image.length < 4 || image[0] !== MARKER || image[1] !== 0xd8 || image[2] !== MARKER) return null;
  for (let at = 2; at + 9 <= image.length;) {
    const code = image[at + 1] ?? 0;
    if (image[at] !== MARKER || code === SCAN) return null;
    if (isFrame(code)) {
      return { type: 'image/jpeg', height: image.readUInt16BE(at + 5), width: image.readUInt16BE(at + 7) };
    }
    at += isBare(code) || code === MARKER ? (code === MARKER ? 1 : 2) : 2 + image.readUInt16BE(at + 2);
  }
  return null;
}
