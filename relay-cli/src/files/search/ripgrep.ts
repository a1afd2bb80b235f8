/**
 * Searches with ripgrep if it is installed: several times faster, and no expression makes it hang.
 * The matches are the same as without it, except in lines that are not UTF-8: there `.` does not match a
 * byte that is not a character.
 */
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileLines } from './file-lines.ts'
import type { FoundLine, FoundLines, SearchBounds } from './found-lines.ts'
import type { SearchableFile } from './searchable-files.ts'

/** Bytes of paths per command line: Windows allows 32,767 characters. */
const MAX_ARGUMENT_BYTES = 24_000

/** Its full path, so that a program of that name in the project is never run. */
export function findRipgrep(path: string = process.env['PATH'] ?? ''): string | null {
	const name = process.platform === 'win32' ? 'rg.exe' : 'rg'
	for (const folder of path.split(delimiter)) {
		if (!isAbsolute(folder)) continue
		try {
			accessSync(join(folder, name), constants.X_OK)
			return join(folder, name)
		} catch {
			// Not in this folder.
		}
	}
	return null
}

/** Null if ripgrep does not accept the expression; the caller searches without it. */
export async function ripgrepSearch(
	program: string,
	files: readonly SearchableFile[],
	pattern: { readonly ripgrep: string; readonly flags: string },
	{ max, perFile }: SearchBounds,
	signal: AbortSignal,
): Promise<FoundLines | null> {
	const lines: FoundLine[] = []
	for (const batch of batches(files)) {
		if (signal.aborted) return { lines, stopped: 'The search took too long and was stopped.' }
		const found = await searchBatch(program, batch, pattern, Math.min(max + 1, perFile), signal)
		if (found === null) {
			if (signal.aborted) return { lines, stopped: 'The search took too long and was stopped.' }
			return null
		}
		lines.push(...found)
		if (lines.length > max)
			return { lines: lines.slice(0, max), stopped: `Only the first ${max} were counted.` }
	}
	return { lines }
}

function* batches(files: readonly SearchableFile[]): Generator<SearchableFile[]> {
	let batch: SearchableFile[] = []
	let bytes = 0
	for (const file of files) {
		const size = Buffer.byteLength(file.real) + 1
		if (batch.length > 0 && bytes + size > MAX_ARGUMENT_BYTES) {
			yield batch
			batch = []
			bytes = 0
		}
		batch.push(file)
		bytes += size
	}
	if (batch.length > 0) yield batch
}

interface RgText {
	readonly text?: string
	/** Base64, if the line is not UTF-8. */
	readonly bytes?: string
}
interface RgMatch {
	readonly type: string
	readonly data: {
		readonly path: RgText
		readonly lines: RgText
		readonly line_number: number
		readonly submatches: readonly { readonly start: number }[]
	}
}

/** Null on an error, such as an expression too large for it. */
async function searchBatch(
	program: string,
	batch: readonly SearchableFile[],
	pattern: { readonly ripgrep: string; readonly flags: string },
	perFile: number,
	signal: AbortSignal,
): Promise<FoundLine[] | null> {
	const child = spawn(
		program,
		[
			'--no-config',
			'--json',
			'--crlf',
			'--text',
			'--no-messages',
			`--max-count=${perFile}`,
			...(pattern.flags.includes('i') ? ['--ignore-case'] : ['--case-sensitive']),
			'--regexp',
			pattern.ripgrep,
			'--',
			...batch.map((file) => file.real),
		],
		{ stdio: ['ignore', 'pipe', 'ignore'], signal, windowsHide: true },
	)
	const ended = new Promise<number | null>((resolve) => {
		child.on('error', () => resolve(null))
		child.on('close', resolve)
	})
	const byPath = new Map(batch.map((file) => [file.real, file]))
	const found = new Map<SearchableFile, FoundLine[]>()
	for await (const line of createInterface({ input: child.stdout })) {
		const { type, data } = JSON.parse(line) as RgMatch
		if (type !== 'match') continue
		const file = byPath.get(toBytes(data.path).toString())
		const start = data.submatches[0]?.start
		if (!file || start === undefined) continue
		const column = toBytes(data.lines).subarray(0, start).toString().length
		const known = found.get(file) ?? []
		known.push({ file, line: data.line_number - 1, column })
		found.set(file, known)
	}
	const code = await ended
	// 0: found · 1: nothing found · 2: an error, possibly just a file that was deleted meanwhile.
	if (code !== 0 && code !== 1 && found.size === 0) return null
	// ripgrep answers in the order its threads finish, and with --text it reads binary files too.
	return batch.flatMap((file) => {
		const lines = found.get(file)
		return lines && fileLines(file.real) !== null ? lines : []
	})
}

const toBytes = (text: RgText): Buffer =>
	text.bytes === undefined ? Buffer.from(text.text ?? '') : Buffer.from(text.bytes, 'base64')
