import type { Logo } from '#app/config/env.server.ts';
import { LOGO_CID_URL, LOGO_CID } from '#app/lib/markup/logo-cid.ts';

/** An image that belongs to an email's HTML, which refers to it as `cid:ID`. */
export interface InlineImage {
  readonly cid: string;
  readonly contentType: string;
  readonly filename: string;
  readonly content: Uint8Array;
}

/** The logo beside the program's name, on any color. `withOfficeLogo` adds its size. */
export const LOGO_IMAGE = `<img src="${LOGO_CID_URL}" alt="" style="margin-right:12px;padding:2px;background:#ffffff;border-radius:4px;vertical-align:middle" />`;

/** In pixels. */
const HEIGHT = 48;
const WIDTH_MAX = 240;
const IMAGE = new RegExp(String.raw`<img\b[^<>]*\bsrc=(["'])${LOGO_CID_URL}\1[^<>]*>`, 'gi');
const SIZE = /\s(?:width|height)=/i;

function sizeOf(logo: Pick<Logo, 'width' | 'height'>): { width: number; height: number } {
  const scale = Math.min(1, HEIGHT / logo.height, WIDTH_MAX / logo.width);
  const shown = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: shown(logo.width), height: shown(logo.height) };
}

function inlineLogo({ type, bytes }: Pick<Logo, 'type' | 'bytes'>): InlineImage {
  const filename = type === 'image/png' ? 'logo.png' : 'logo.jpg';
  return { cid: LOGO_CID, contentType: type, filename, content: bytes };
}

/** Attaches the logo to HTML that shows it. Without a logo, removes its images. */
export function withOfficeLogo(
  html: string,
  logo: Logo | null,
): { readonly html: string; readonly inline: readonly InlineImage[] } {
  if (!html.includes(LOGO_CID_URL)) return { html, inline: [] };
  if (logo === null) return { html: html.replace(IMAGE, ''), inline: [] };
  const { width, height } = sizeOf(logo);
  const sized = html.replace(IMAGE, (image) =>
    SIZE.test(image) ? image : image.replace(/^<img/i, `<img width="${width}" height="${height}"`),
  );
  return { html: sized, inline: [inlineLogo(logo)] };
}

/** Returns a template's HTML as a browser can show it, with the logo in the document. */
export function htmlWithLogo(html: string, logo: Logo | null): string {
  const sent = withOfficeLogo(html, logo).html;
  if (logo === null) return sent;
  const url = `data:${logo.type};base64,${Buffer.from(logo.bytes).toString('base64')}`;
  return sent.replace(IMAGE, (image) => image.replace(LOGO_CID_URL, url));
}
