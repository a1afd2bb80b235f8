/** Whether a browser reached us over TLS: itself, or a proxy in front of us that says so. */
export function isSecure(request: Request): boolean {
	if (new URL(request.url).protocol === 'https:') return true
	// The first entry of the list is the browser's hop.
	const forwarded = request.headers.get('x-forwarded-proto')?.split(',')[0]
	return forwarded?.trim().toLowerCase() === 'https'
}
