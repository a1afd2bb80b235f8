/** A file name keeps room for a path before it. */
const MAX_NAME_CHARS = 80

/** Cut between characters: half of one cannot be encoded in a header. */
const safe = (words: string): string =>
	[...words.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')]
		.slice(0, MAX_NAME_CHARS)
		.join('')
		.replace(/^-|-$/g, '')

/**
 * The header of a download: the file is named by what is in it and by the day. Letters and digits are all that every
 * system takes in a name.
 */
export function attachment(words: string, at: number, extension: string): string {
	const end = `${new Date(at).toISOString().slice(0, 10)}.${extension}`
	const [name, plain] = [words, words.replace(/[^\x20-\x7e]/g, ' ')].map((one) =>
		[safe(one), end].filter((part) => part !== '').join('-'),
	)
	const exact = name === plain ? '' : `; filename*=UTF-8''${encodeURIComponent(name ?? '')}`
	return `attachment; filename="${plain}"${exact}`
}
