/** Text files as the tools see them: LF in memory, their own BOM, line endings and mode on disk. */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { MAX_FILE_BYTES } from '@fairlead/protocol/tools'
import { createTwoFilesPatch } from 'diff'
import { type Attributes, openChecked, replaceChecked } from './checked-place.ts'
import { FileError } from './file-error.ts'
import type { JailedPath } from './jail.ts'

/** Files up to this size are read in pages; beyond it, even a page costs too much memory. */
const MAX_READ_BYTES = 32 * 1024 * 1024
/** Binary files show a NUL byte early. */
const SNIFF_BYTES = 8_192
/** Larger files are not edited: the write limit is half of it, and every edit scans the whole file. */
const MAX_EDITED_BYTES = 2 * MAX_FILE_BYTES
const MAX_DIFF_LINES = 200
/** Two texts of the maximum write size together. */
const MAX_DIFF_CHARS = 2 * MAX_FILE_BYTES
/** A diff of two long, wholly different files may take minutes; after this time it is left out. */
const DIFF_TIMEOUT_MS = 1_000
const BOM = '\uFEFF'
const TOO_LARGE_FOR_A_DIFF = '(the change is too large for a diff)\n'
const LF = 10
const CR = 13

export interface TextFile {
	/** Without BOM, with the line endings on disk. */
	readonly text: string
	readonly bom: boolean
	readonly crlf: boolean
	/** SHA-256 of the bytes on disk. */
	readonly sha256: string
	/** Kept on writing. */
	readonly attributes: Attributes
}

export const sha256Of = (data: string | Uint8Array): string =>
	createHash('sha256').update(data).digest('hex')

/** @throws {FileError} for a folder, a device, a binary file, or one that is too large. */
export async function readTextFile(path: JailedPath): Promise<TextFile> {
	return readUpTo(path, MAX_READ_BYTES, 'read')
}

/** @throws {FileError} like {@link readTextFile}, but earlier for files that are too large. */
export async function readToEdit(path: JailedPath): Promise<TextFile> {
	return readUpTo(path, MAX_EDITED_BYTES, 'edit')
}

async function readUpTo(path: JailedPath, maxBytes: number, purpose: string): Promise<TextFile> {
	if (!path.exists)
		throw new FileError('not_found', `The file ${path.shown} does not exist.`, {
			hint: 'Use list_directory to find it.',
		})
	const stats = await stat(path.real)
	if (stats.isDirectory())
		throw new FileError('invalid_arguments', `${path.shown} is a folder.`, {
			hint: 'Use list_directory.',
		})
	// A pipe or device would block the read forever.
	if (!stats.isFile()) throw new FileError('unsupported', `${path.shown} is not a regular file.`)
	if (stats.size > maxBytes)
		throw new FileError(
			'too_large',
			`${path.shown} has ${stats.size} bytes, which is too large to ${purpose}.`,
			{ hint: 'Use search_files for the lines that matter, or ask the user.' },
		)
	const handle = await openChecked(path.real)
	let bytes: Buffer
	try {
		bytes = await handle.readFile()
	} finally {
		await handle.close()
	}
	const decoded = decode(bytes)
	if (decoded === null)
		throw new FileError('unsupported', `${path.shown} is not a UTF-8 text file.`, {
			hint: 'Only text can be read. For assets, use unity_query.',
		})
	const text = withoutBom(decoded)
	return {
		text,
		bom: text !== decoded,
		crlf: usesCrlf(text),
		sha256: sha256Of(bytes),
		attributes: { mode: stats.mode & 0o777, uid: stats.uid, gid: stats.gid },
	}
}

/** Null if the bytes are not UTF-8 text. Keeps a BOM. */
function decode(bytes: Buffer): string | null {
	if (bytes.subarray(0, SNIFF_BYTES).includes(0)) return null
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
	} catch {
		return null
	}
}

/** Whether most line endings are CRLF. Without a list of the lines: a file may have 31 million. */
function usesCrlf(text: string): boolean {
	let crlf = 0
	let all = 0
	for (let at = 0; at < text.length; at++) {
		if (text.charCodeAt(at) !== LF) continue
		all++
		if (at > 0 && text.charCodeAt(at - 1) === CR) crlf++
	}
	return crlf > all / 2
}

/** Lines from `first` (1-based) on, with LF at their ends; the last one of the text may lack it. */
export function linesOf(
	text: string,
	first: number,
	limit: number,
): { lines: string[]; total: number } {
	const lines: string[] = []
	let total = 0
	let begin = 0
	// The end of the text also ends its last line.
	const last = text.endsWith('\n') ? text.length - 1 : text.length
	for (let at = 0; at <= last && text.length > 0; at++) {
		if (at < text.length && text.charCodeAt(at) !== LF) continue
		total++
		if (total >= first && lines.length < limit) lines.push(withLf(text.slice(begin, at + 1)))
		begin = at + 1
	}
	return { lines, total }
}

export const withoutBom = (text: string): string => (text.startsWith(BOM) ? text.slice(1) : text)
export const withLf = (text: string): string => text.replaceAll('\r\n', '\n')

/** The text with the BOM and line endings that the file has on disk. */
export function inFormOf({ bom, crlf }: Pick<TextFile, 'bom' | 'crlf'>, text: string): string {
	const lines = withLf(withoutBom(text))
	return (bom ? BOM : '') + (crlf ? lines.replaceAll('\n', '\r\n') : lines)
}

/**
 * Replaces the file in one step: a reader sees the old text or the new one, never
 * a part. Keeps the file's mode and owner. Missing folders are created.
 */
export async function writeTextFile(
	path: JailedPath,
	content: string,
	before: TextFile | null,
): Promise<{ bytes: number; sha256: string }> {
	const bytes = Buffer.from(content, 'utf8')
	if (bytes.byteLength > MAX_FILE_BYTES)
		throw new FileError(
			'too_large',
			`${path.shown} would have ${bytes.byteLength} bytes; the limit is ${MAX_FILE_BYTES}.`,
			{ hint: 'Split the file.' },
		)
	await replaceChecked(path.real, bytes, before?.attributes ?? null)
	return { bytes: bytes.byteLength, sha256: sha256Of(bytes) }
}

/** Hunks of a unified diff without the file names, at most 200 lines. Empty when nothing changed. */
export function unifiedDiff(before: string, after: string): string {
	if (before.length + after.length > MAX_DIFF_CHARS) return TOO_LARGE_FOR_A_DIFF
	const patch = createTwoFilesPatch('a', 'b', withLf(before), withLf(after), '', '', {
		context: 3,
		timeout: DIFF_TIMEOUT_MS,
	}) as string | undefined
	if (patch === undefined) return TOO_LARGE_FOR_A_DIFF
	const start = patch.indexOf('@@')
	if (start === -1) return ''
	const lines = patch.slice(start).split('\n')
	if (lines.length <= MAX_DIFF_LINES) return patch.slice(start)
	const cut = lines.length - (MAX_DIFF_LINES - 1)
	return `${[...lines.slice(0, MAX_DIFF_LINES - 1), `… ${cut} more lines`].join('\n')}\n`
}
