/** Links in a terminal: any program writes them, under any name. */

/** Opens a page of the web in a tab of its own, which knows nothing of this one; other addresses do nothing. */
export function openLink(address: string): void {
	if (!URL.canParse(address)) return
	const { protocol } = new URL(address)
	if (protocol === 'https:' || protocol === 'http:') open(address, '_blank', 'noopener,noreferrer')
}
