import { describe, expect, it } from 'vitest';
import { accentContrasts, accentProblem, accentShades, accentStyles } from '#app/lib/colors/accent.ts';
import { contrastOf } from '#app/lib/colors/contrast.ts';

it('the contrast of two colors is computed as in WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
});

it('an accent color that is too light is refused with a shade that is accepted', () => {
  const problem = accentProblem('#f0a020') ?? '';
  expect(problem).toContain('White text on it has a contrast of 2.1:1');
  const suggested = /Try (#[\da-f]{6})\./.exec(problem)?.[1] ?? '';
  expect(accentProblem(suggested)).toBeNull();
});

describe.each(['#1f6657', '#000000', '#7a1f2b', '#0b5394', '#5b2c83'])('the shades of %s', (color) => {
  it('have enough contrast in light and dark mode', () => {
    expect(accentProblem(color)).toBeNull();
    const { white, light, dark } = accentContrasts(color);
    expect(Math.min(white, light, dark)).toBeGreaterThanOrEqual(4.5);
    const { light: day, dark: night } = accentShades(color);
    for (const shades of [day, night]) {
      expect(contrastOf(shades.action, shades.buttonText)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(shades.hover, shades.buttonText)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(shades.subtleText, shades.subtle)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(shades.bar, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('are in the style sheet, which has nothing else from the color', () => {
    expect(accentStyles(color)).toContain(`--action: ${color};`);
    expect(accentStyles(color)).toContain('@media (prefers-color-scheme: dark)');
  });
});
