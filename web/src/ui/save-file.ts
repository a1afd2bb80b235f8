/** Gives the person a file, as a download. */
export function saveFile(name: string, blob: Blob): void {
	const url = URL.createObjectURL(blob)
	const link = document.createElement('a')
	link.href = url
	link.download = name
	link.click()
	// Not at once: the browser reads it after the click.
	setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
