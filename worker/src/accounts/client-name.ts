/**
 * A readable name of a request's browser and system, from its `User-Agent`. Only so that people can tell their sessions
 * and sign-ins apart: a name that is missing or wrong decides nothing.
 */

/** The `User-Agent` of the start script is this. Its sign-ins are not the person's. */
const START_SCRIPT = 'fairlead-start'

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

/** Such as "Firefox on Windows", or "npm start"; null where nothing is known. */
export function clientName(userAgent: string | null): string | null {
	if (userAgent === START_SCRIPT) return 'npm start'
	const named = (list: typeof BROWSERS): string | null =>
		list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null
	const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
	if (browser === null || system === null) return browser ?? system
	return `${browser} on ${system}`
}

/** The detail of a sign-in's or sign-out's entry in the audit log. */
export function clientDetail({ headers }: Request): { readonly detail?: { client: string } } {
	const client = clientName(headers.get('user-agent'))
	return client === null ? {} : { detail: { client } }
}
