/** A notification of this browser, which leads to a place of the page. */
const ICON = '/favicon.svg'

/**
 * @param tag one of another tab with the same tag is replaced
 * @returns takes it away; also where the browser shows notifications only for installed pages, as on Android
 */
export function showNotification(
	{ title, body, tag }: { title: string; body: string; tag: string },
	open: () => void,
): () => void {
	try {
		const shown = new Notification(title, { body, tag, icon: ICON })
		shown.onclick = () => {
			window.focus()
			open()
			shown.close()
		}
		return () => shown.close()
	} catch {
		return () => undefined
	}
}
