/** A text file that is put into a message, as words of it: code fenced, under the file's name. Pure but for the file. */

/** More would leave no room for the question; the agent reads larger files in the project itself. */
export const MAX_TEXT_FILE_CHARS = 60_000
/** Up to four bytes a character. */
const MAX_TEXT_FILE_BYTES = MAX_TEXT_FILE_CHARS * 4

type Read =
	| { readonly ok: true; readonly words: string }
	| { readonly ok: false; readonly reason: string }

/** The file as words of the message, or a sentence that says why not. */
export async function readTextFile(file: Blob & { name?: string }): Promise<Read> {
	const name = file.name ?? 'The text'
	if (file.size > MAX_TEXT_FILE_BYTES) return { ok: false, reason: tooLong(name) }
	const text = decoded(new Uint8Array(await file.arrayBuffer()))
	if (text === null) {
		return {
			ok: false,
			reason: `“${name}” cannot be attached: it is neither a text nor a PNG, JPEG, WebP or GIF picture.`,
		}
	}
	if (text.trim() === '') return { ok: false, reason: `“${name}” was not attached: it is empty.` }
	if (text.length > MAX_TEXT_FILE_CHARS) return { ok: false, reason: tooLong(name) }
	return { ok: true, words: fenced(name, text) }
}

const tooLong = (name: string): string =>
	`“${name}” was not attached: it is longer than ${MAX_TEXT_FILE_CHARS.toLocaleString('en')} characters. Put it into the project's folder, and name it in the message.`

/** Decodes UTF-8, or UTF-16 with a byte order mark. Returns null for anything that is not text. */
function decoded(bytes: Uint8Array): string | null {
	const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
	const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8'
	try {
		const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
		return text.includes('\0') ? null : text.replaceAll('\r\n', '\n')
	} catch {
		return null
	}
}

/** A fence is longer than any row of backticks in the text. */
export function fenced(name: string, text: string): string {
	const rows = text.match(/`{3,}/g) ?? []
	const fence = '`'.repeat(Math.max(3, ...rows.map(({ length }) => length + 1)))
	const language = /\.(\w{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? ''
	return `${name}:\n${fence}${language}\n${text.trimEnd()}\n${fence}\n`
}
