import { createHash } from 'node:crypto';
import type { Brand } from '#app/config/env.server.ts';
import { accentStyles } from '#app/lib/colors/accent.ts';

/** A style sheet and its hash, which changes with the color and with the way we derive shades from it. */
export interface BrandStyles {
  readonly text: string;
  readonly hash: string;
}

/** Returns the style sheet with the office's accent color; null for the standard color. */
export function brandStyles({ accentColor }: Brand): BrandStyles | null {
  if (accentColor === null) return null;
  const text = accentStyles(accentColor);
  return { text, hash: createHash('sha256').update(text).digest('hex').slice(0, 16) };
}
