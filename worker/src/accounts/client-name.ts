/**
 * A readable name of a request's browser and system, from its `User-Agent`. Only so that people
 * can tell their sessions apart: a name that is missing or wrong decides nothing.
 */

/** The first that fits: most browsers also claim to be the ones further down. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
	[/\bEdgA?\//, 'Edge'],
	[/\bOPR\//, 'Opera'],
	[/\bSamsungBrowser\//, 'Samsung Internet'],
	[/\b(Firefox|FxiOS)\//, 'Firefox'],
	[/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
	[/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
	[/\biPhone\b/, 'iPhone'],
	[/\biPad\b/, 'iPad'],
	[/\bAndroid\b/, 'Android'],
	[/\bWindows\b/, 'Windows'],
	[/\bMac OS X\b/, 'macOS'],
	[/\bCrOS\b/, 'ChromeOS'],
	[/\bLinux\b/, 'Linux'],
]

/** Such as "Firefox on Windows"; null where neither is known. */
export function clientName(userAgent: string | null): string | null {
	const named = (list: typeof BROWSERS): string | null =>
		list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null
	const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
	if (browser === null || system === null) return browser ?? system
	return `${browser} on ${system}`
}
