/** Text files as the tools see them: LF in memory, their own encoding, line endings and mode on disk. */
import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { MAX_FILE_BYTES } from '@fairlead/protocol/tools'
import { createTwoFilesPatch } from 'diff'
import { isUnityProject } from '../../unity/unity-project.ts'
import { type Attributes, openChecked, replaceChecked } from '../checked-place.ts'
import { FileError } from '../file-error.ts'
import type { JailedPath } from '../jail.ts'
import { decoded, type Encoding, UTF_8 } from './decoding.ts'
import { encoded } from './encodings.ts'

/** Files up to this size are read in pages; beyond it, even a page costs too much memory. */
export const MAX_READ_BYTES = 32 * 1024 * 1024
/** Same limit as in `search_files` (its `MAX_FILE_BYTES`): larger files are data, and the largest scenes are smaller. */
export const MAX_SEARCHED_BYTES = 16 * 1024 * 1024
/** Larger files are not edited: the write limit is half of it, and every edit scans the whole file. */
export const MAX_EDITED_BYTES = 2 * MAX_FILE_BYTES
const MAX_DIFF_LINES = 200
/** Two texts of the maximum write size together. */
export const MAX_DIFF_CHARS = 2 * MAX_FILE_BYTES
/** A diff of two long, wholly different files may take minutes; after this time it is left out. */
const DIFF_TIMEOUT_MS = 1_000
const BOM = '\uFEFF'
const TOO_LARGE_FOR_A_DIFF = '(the change is too large for a diff)\n'
const LF = 10
const CR = 13

export interface TextFile {
	/** Without BOM, with the line endings on disk. */
	readonly text: string
	readonly encoding: Encoding
	readonly crlf: boolean
	/** SHA-256 of the bytes on disk. */
	readonly sha256: string
	/** Mode and owner, which are kept on writing. */
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
	const { bytes, attributes } = await readBytes(path, maxBytes, purpose)
	const found = decoded(bytes)
	if (found === null)
		throw new FileError('unsupported', `${path.shown} is not text. Nothing was changed.`, {
			hint: 'Only text is written. Choose another path, or delete the file first.',
		})
	const { text, encoding } = found
	return { text, encoding, crlf: usesCrlf(text), sha256: sha256Of(bytes), attributes }
}

/** @throws {FileError} for a folder, a device, or a file that is too large. */
export async function readBytes(
	path: JailedPath,
	maxBytes: number,
	purpose: string,
): Promise<{ bytes: Buffer; attributes: Attributes }> {
	const stats = await fileStats(path)
	if (stats.size > maxBytes)
		throw new FileError(
			'too_large',
			`${path.shown} has ${stats.size} bytes, which is too large to ${purpose}.`,
			{
				hint:
					stats.size > MAX_SEARCHED_BYTES
						? 'Ask the user for the part that matters, or read it with run_command.'
						: 'Use search_files for the lines that matter, or ask the user.',
			},
		)
	const handle = await openChecked(path.real)
	try {
		const attributes = { mode: stats.mode & 0o777, uid: stats.uid, gid: stats.gid }
		return { bytes: await handle.readFile(), attributes }
	} finally {
		await handle.close()
	}
}

/** @throws {FileError} unless it is a regular file. */
export async function fileStats(path: JailedPath): Promise<Stats> {
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
	return stats
}

/** @throws {FileError} `unsupported` for a binary file */
export function textIn(path: JailedPath, bytes: Buffer): { text: string; encoding: Encoding } {
	const found = decoded(bytes)
	if (found !== null) return found
	throw new FileError('unsupported', `${path.shown} is neither a text file nor a whole picture.`, {
		hint: `Only text and pictures (PNG, JPEG, GIF, WebP) can be read.${isUnityProject(path.root) ? ' For assets, use unity_query.' : ''}`,
	})
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

/** The text with the line endings that the file has on disk. */
export function inFormOf({ crlf }: Pick<TextFile, 'crlf'>, text: string): string {
	const lines = withLf(withoutBom(text))
	return crlf ? lines.replaceAll('\n', '\r\n') : lines
}

/**
 * The bytes that a file would have.
 * @param before the file that is replaced: its encoding is kept. Null for UTF-8, with a BOM if `text` begins with one
 * @throws {FileError} `too_large`, and `unsupported` for a character that the encoding lacks
 */
export function bytesFor(path: JailedPath, text: string, before: TextFile | null): Buffer {
	const plain = withoutBom(text)
	const encoding = before?.encoding ?? { ...UTF_8, bom: plain !== text }
	const bytes = encoded(plain, encoding, path.shown)
	if (bytes.byteLength > MAX_FILE_BYTES) throw tooLarge(path, bytes.byteLength)
	return bytes
}

export const tooLarge = (path: JailedPath, bytes: number): FileError =>
	new FileError(
		'too_large',
		`${path.shown} would have ${bytes} bytes; the limit is ${MAX_FILE_BYTES}.`,
		{ hint: 'Split the file.' },
	)

/**
 * Replaces the file in one step: a reader sees the old text or the new one, never
 * a part. Keeps the file's mode and owner. Missing folders are created.
 */
export const writeBytes = (
	path: JailedPath,
	bytes: Uint8Array,
	before: TextFile | null,
): Promise<void> => replaceChecked(path.real, bytes, before?.attributes ?? null)

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
