/** `write_file`, `edit_file` and `append_to_file`. A dry run tells the diff and changes nothing. */
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import { NO_FILE } from '@fairlead/protocol/tools/files/no-file'
import { FileError } from '../file-error.ts'
import { type JailedPath, resolveInside } from '../jail.ts'
import { missingFile } from '../missing-file.ts'
import { applyEdits } from './edits.ts'
import { shownEncoding } from './encodings.ts'
import { isLogFile, shownLogChange, shownLogText } from './log-text.ts'
import { staleFile } from './stale-file.ts'
import {
	bytesFor,
	inFormOf,
	MAX_DIFF_CHARS,
	readTextFile,
	readToEdit,
	sha256Of,
	type TextFile,
	unifiedDiff,
	withoutBom,
	writeBytes,
} from './text-file.ts'

type Written = ToolResult<'write_file', 'run'>
interface Precondition {
	readonly expected_sha256?: string | undefined
	readonly dry_run?: boolean | undefined
}

export async function writeFile(
	folder: string,
	args: ToolArgs<'write_file', 'run'>,
): Promise<Written> {
	const path = resolveInside(folder, args.path, 'write')
	const before: TextFile | null = path.exists ? await readTextFile(path) : null
	refuseStale(path, before, args)
	// Readers see neither BOM nor CRLF; writing must not change every line.
	const text = before === null ? args.content : inFormOf(before, args.content)
	return change(path, before, text, args)
}

export async function editFile(
	folder: string,
	args: ToolArgs<'edit_file', 'run'>,
): Promise<ToolResult<'edit_file', 'run'>> {
	const path = resolveInside(folder, args.path, 'write')
	if (!path.exists) throw await missingFile(folder, path)
	const before = await readToEdit(path)
	refuseStale(path, before, args)
	const eol = before.crlf ? '\r\n' : '\n'
	const { text, replacements } = applyEdits(before.text, args.edits, eol, path)
	return { ...(await change(path, before, text, args)), replacements }
}

export async function appendToFile(
	folder: string,
	args: ToolArgs<'append_to_file', 'run'>,
): Promise<Written> {
	const path = resolveInside(folder, args.path, 'write')
	const before = path.exists ? await readToEdit(path) : null
	if (before !== null) refuseUnfinished(path, before)
	const added = before ? inFormOf(before, args.content) : args.content
	return change(path, before, (before?.text ?? '') + added, {})
}

/** @throws {FileError} `denied` for a log whose last line ends in a secret: longer, it might no longer look like one */
function refuseUnfinished(path: JailedPath, { text }: TextFile): void {
	if (!isLogFile(path)) return
	const end = text.slice(text.lastIndexOf('\n', text.lastIndexOf('\n') - 1) + 1)
	const last = (lines: string): string => lines.slice(lines.lastIndexOf('\n') + 1)
	if (last(shownLogText(end)) === last(end)) return
	throw new FileError(
		'denied',
		`The last line of ${path.shown} is not finished and may hold a secret. Nothing was written.`,
		{ hint: 'Write to another file.' },
	)
}

/** @throws {FileError} `stale_file` if the file is not the one that was read */
function refuseStale(
	path: JailedPath,
	before: TextFile | null,
	{ expected_sha256: expected }: Precondition,
): void {
	if (expected === undefined || expected === (before?.sha256 ?? NO_FILE)) return
	throw staleFile(path.shown, before?.sha256 ?? null, expected, 'written')
}

async function change(
	path: JailedPath,
	before: TextFile | null,
	text: string,
	{ dry_run }: Precondition,
): Promise<Written> {
	const bytes = bytesFor(path, text, before)
	if (!dry_run) await writeBytes(path, bytes, before)
	const encoding = before && shownEncoding(before.encoding)
	return {
		path: path.shown,
		created: before === null,
		bytes: bytes.byteLength,
		sha256: sha256Of(bytes),
		...(encoding ? { encoding } : {}),
		...(dry_run ? { dryRun: true } : {}),
		diff: shownDiff(path, before?.text ?? '', withoutBom(text)),
	}
}

function shownDiff(path: JailedPath, before: string, after: string): string {
	// One that is too large is left out, and needs no look for secrets.
	const shown = isLogFile(path) && before.length + after.length <= MAX_DIFF_CHARS
	return unifiedDiff(...(shown ? shownLogChange(before, after) : ([before, after] as const)))
}
