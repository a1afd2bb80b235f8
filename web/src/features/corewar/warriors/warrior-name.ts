/** The name of a warrior, from its source. */

const NAME = /^[^\n\r;]*;[ \t]*name\b[ \t]*(.*)$/gim
const MAX_NAME = 200

/** @returns the last `;name`, as the assembler reads it */
export function nameOf(source: string): string {
	const begin = source.search(/^;redcode/im)
	let name = ''
	for (const [, found = ''] of source.slice(Math.max(0, begin)).matchAll(NAME)) name = found.trim()
	return name.slice(0, MAX_NAME) || 'Untitled'
}

/** @returns a name for a file: `my-dwarf.red` */
export function fileNameOf(source: string): string {
	const plain = nameOf(source)
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '')
		.slice(0, 60)
	return `${plain || 'warrior'}.red`
}
