/** Text inside XML. Pure. */
const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
}

export const xmlText = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
