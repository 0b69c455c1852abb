import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { themeCss } from '#tests/support/theme-css.ts';

const css = themeCss();

const TONES = ['primary', 'secondary', 'success', 'info', 'warning', 'danger'];
const MAX_GZIP_BYTES = 25_000;
const AA_TEXT = 4.5;

/** The custom properties of `:root`. In dark mode, the dark ones override the light ones. */
function rootProperties(mode: 'light' | 'dark'): Map<string, string> {
  const dark = [...css.matchAll(/@media \(prefers-color-scheme: ?dark\)\{:root\{([^}]*)\}/g)];
  const light = [...css.matchAll(/(?:^|\})(?::root,\[data-bs-theme=light\]|:root)\{([^}]*)\}/g)];
  const blocks = mode === 'dark' ? [...light, ...dark] : light;
  const declarations = blocks.flatMap((block) => (block[1] ?? '').split(';'));
  return new Map(
    declarations.flatMap((declaration) => {
      const [name, value] = declaration.split(/:(.*)/s);
      return name && value ? [[name.trim(), value.trim()] as const] : [];
    }),
  );
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG's relative luminance of `#rgb` or `#rrggbb`. */
function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex;
  const [r = 0, g = 0, b = 0] = (full.slice(1).match(/../g) ?? []).map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('the stylesheet', () => {
  it('stays within its budget, gzipped', () => {
    expect(gzipSync(css, { level: 9 }).length).toBeLessThanOrEqual(MAX_GZIP_BYTES);
  });

  it('loads no other resources', () => {
    const addresses = [...css.matchAll(/url\(["']?([^)"']{1,20})/g)].map((match) => match[1] ?? '');
    expect(addresses.filter((address) => !address.startsWith('data:image/svg+xml'))).toEqual([]);
    expect(css).not.toContain('@import');
    expect(css).not.toContain('@font-face');
  });
});

describe.each(['light', 'dark'] as const)('colors in the %s mode', (mode) => {
  const properties = rootProperties(mode);
  const color = (name: string) => properties.get(`--${name}`) ?? `no --${name}`;

  it.each([
    ...TONES.map((tone) => [`bs-${tone}-text-emphasis`, `bs-${tone}-bg-subtle`]),
    ...TONES.map((tone) => [`bs-${tone}-text-emphasis`, 'surface']),
    ['bs-body-color', 'bs-body-bg'],
    ['bs-body-color', 'surface'],
    ['bs-secondary-color', 'bs-body-bg'],
    ['bs-secondary-color', 'surface'],
    ['bs-secondary-color', 'bs-secondary-bg'],
    ['bs-secondary-color', 'bs-tertiary-bg'],
    ['bs-link-color', 'bs-body-bg'],
    ['bs-link-color', 'surface'],
    ['action-text', 'action-bg'],
    ['action-text', 'action-bg-hover'],
    ['danger-text', 'danger-bg'],
    ['danger-text', 'danger-bg-hover'],
    ['bar-text', 'bar-bg'],
    ['bar-text-soft', 'bar-bg'],
  ])('%s on %s can be read', (text = '', ground = '') => {
    expect(contrast(color(text), color(ground))).toBeGreaterThanOrEqual(AA_TEXT);
  });

  it.each([
    ['line-strong', 'surface'],
    ['focus', 'bs-body-bg'],
    ['focus', 'surface'],
    ['action', 'surface'],
  ])('%s on %s has enough contrast', (line = '', ground = '') => {
    expect(contrast(color(line), color(ground))).toBeGreaterThanOrEqual(3);
  });
});
