type Names = readonly (readonly [pattern: RegExp, name: string])[];

/** Order matters: most browsers also include the names of the browsers they derive from. */
const BROWSERS: Names = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const SYSTEMS: Names = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Describes a User-Agent header, like 'Firefox on Windows', without repeating any of its text. */
export function formatBrowser(userAgent: string | null): string {
  const browser = nameIn(BROWSERS, userAgent ?? '') ?? 'Unknown browser';
  const system = nameIn(SYSTEMS, userAgent ?? '');
  return system === undefined ? browser : `${browser} on ${system}`;
}

function nameIn(names: Names, userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
