// Runs before the first paint so that a dark page never flashes white. A file of its
// own, because the page's Content-Security-Policy refuses inline scripts.
;(() => {
	let choice = 'system'
	try {
		choice = localStorage.getItem('fairlead.theme') || 'system'
	} catch {
		// Storage can be blocked; the system's choice is a fine default.
	}
	const dark =
		choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
	document.documentElement.dataset.theme = dark ? 'dark' : 'light'
	document
		.querySelector('meta[name="theme-color"]')
		?.setAttribute('content', dark ? '#12161c' : '#f8fafc')
})()
