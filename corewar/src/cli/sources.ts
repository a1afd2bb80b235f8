/** The sources of the warriors: files, and standard input. */

export interface Source {
	readonly file: string
	readonly text: string
}

/** How the command reads; in tests, texts. */
export interface Reader {
	file(path: string): Promise<string>
	input(): Promise<string>
}

/** A file that cannot be read. */
export class UnreadableError extends Error {}

/** @throws UnreadableError */
export async function readSources(files: readonly string[], reader: Reader): Promise<Source[]> {
	const piped = files.includes('-') ? warriorsOf(await reader.input()) : []
	const wanted = files.filter((file) => file === '-').length
	if (piped.length < wanted) {
		throw new UnreadableError(
			`Standard input has ${piped.length} of ${wanted} warriors: each - takes one, from a line ;redcode on.`,
		)
	}
	const sources: Source[] = []
	for (const file of files) {
		const text = file === '-' ? (piped.shift() ?? '') : await readFile(file, reader)
		sources.push({ file: file === '-' ? 'standard input' : file, text })
	}
	return sources
}

async function readFile(file: string, reader: Reader): Promise<string> {
	try {
		return await reader.file(file)
	} catch (error) {
		const { code, message } = error as Error & { code?: string }
		if (code === 'ENOENT') {
			throw new UnreadableError(`There is no file ${file}: check its name and the folder.`)
		}
		if (code === 'EISDIR') {
			throw new UnreadableError(`${file} is a folder: name the files in it.`)
		}
		throw new UnreadableError(`${file} cannot be read (${code ?? message}): check its rights.`)
	}
}

/** Each begins with a line `;redcode`, as in pMARS; a text without such a line is one warrior. */
function warriorsOf(text: string): string[] {
	const parts = text.split(/^(?=;redcode)/im)
	const begun = parts.filter((part) => /^;redcode/i.test(part))
	return begun.length > 0 || text.trim() === '' ? begun : parts
}
