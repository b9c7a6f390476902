const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** A readable name of a device by its user agent: "Chrome on Windows". */
export function deviceOf(userAgent: string): string {
  const [browser, system] = [browsers, systems].map(
    (patterns) => patterns.find(([pattern]) => pattern.test(userAgent))?.[1],
  )
  if (!browser && !system) return 'Unknown device'
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ')
}
