/** `search_files`: lines of text files that match a regular expression. */

import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import { isLog, MAX_COUNTED_MATCHES, MAX_SHOWN_LINE } from '@fairlead/protocol/tools'
import { shownLine, shownUnfinished } from '../../logs/log-secrets.ts'
import { FileError } from '../file-error.ts'
import { type JailedPath, resolveInside, rootOf } from '../jail.ts'
import { endsWithLine, fileLines } from './file-lines.ts'
import type { FoundLine, SearchBounds } from './found-lines.ts'
import { globTest } from './globs.ts'
import { type Pattern, parsePattern } from './pattern.ts'
import { searchInThread } from './search-thread.ts'
import { MAX_FILE_BYTES, MAX_FILES, searchableFiles } from './searchable-files.ts'

/** Long enough for the largest projects, and short enough to wait for. */
const TIME_LIMIT_MS = 10_000
/** Characters kept before the match in a long line. */
const LEAD = 80

type Args = ToolArgs<'search_files', 'run'>
type Result = ToolResult<'search_files', 'run'>

export interface SearchOptions {
	readonly timeLimitMs?: number
}

export async function searchFiles(
	folder: string,
	args: Args,
	signal: AbortSignal,
	options: SearchOptions = {},
): Promise<Result> {
	const pattern = parsePattern(args.regex, args.ignore_case)
	const start = resolveInside(folder, args.path, 'read')
	if (!start.exists)
		throw new FileError('not_found', `No file or folder ${start.shown} exists.`, {
			hint: 'Use list_directory to find it.',
		})
	const at = offsetOf(args.cursor)
	const wanted = args.glob === undefined ? () => true : wantedBy(args.glob)
	const bounds = { max: MAX_COUNTED_MATCHES, perFile: MAX_COUNTED_MATCHES + 1 }
	const found = await findLines(folder, start, wanted, pattern, bounds, signal, options)
	const lines = withoutSecretLines(found.lines)
	const page = lines.slice(at, at + args.limit)
	const next = at + page.length
	return {
		total: lines.length,
		files: new Set(lines.map((one) => one.file)).size,
		searchedFiles: found.searchedFiles,
		...(found.incomplete === undefined ? {} : { incomplete: found.incomplete }),
		matches: matchesOf(page, args.context),
		nextCursor: next < lines.length ? `o${next}` : null,
	}
}

export interface Found {
	/** Ordered by path. */
	readonly lines: readonly FoundLine[]
	readonly searchedFiles: number
	/** Why there may be more, in sentences. */
	readonly incomplete?: string
}

/** Matching lines below a path that the jail has accepted. @throws when `signal` is aborted. */
export async function findLines(
	folder: string,
	start: JailedPath,
	wanted: (path: string) => boolean,
	pattern: Pattern,
	bounds: SearchBounds,
	signal: AbortSignal,
	options: SearchOptions = {},
): Promise<Found> {
	const limit = AbortSignal.timeout(options.timeLimitMs ?? TIME_LIMIT_MS)
	const candidates = await searchableFiles(rootOf(folder), start, wanted, signal)
	const limited = AbortSignal.any([signal, limit])
	const found = await searchInThread(candidates.files, pattern, bounds, limited)
	// A cancelled call needs no partial answer.
	signal.throwIfAborted()
	const reasons = [
		found.stopped,
		candidates.cut ? `Only the first ${MAX_FILES} files were searched.` : undefined,
		candidates.large > 0
			? skipped(candidates.large, `larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`)
			: undefined,
		candidates.secret > 0
			? skipped(
					candidates.secret,
					`that usually ${candidates.secret === 1 ? 'holds' : 'hold'} secrets`,
				)
			: undefined,
	].filter((reason) => reason !== undefined)
	return {
		lines: found.lines,
		searchedFiles: candidates.files.length,
		...(reasons.length > 0 ? { incomplete: reasons.join(' ') } : {}),
	}
}

function wantedBy(glob: string): (path: string) => boolean {
	try {
		return globTest(glob.replaceAll('\\', '/').replace(/^\.?\//, ''))
	} catch {
		throw new FileError('invalid_arguments', `The glob ${glob} is not valid.`, {
			hint: 'Use * for part of a name, ** for folders, {a,b} for alternatives.',
		})
	}
}

export function offsetOf(cursor: string | undefined): number {
	const offset = cursor === undefined ? 0 : Number(/^o(\d+)$/.exec(cursor)?.[1] ?? Number.NaN)
	if (Number.isInteger(offset) && offset >= 0) return offset
	throw new FileError('invalid_arguments', 'The cursor is not from this tool.', {
		hint: 'Pass nextCursor from the previous page, with the same arguments.',
	})
}

/** A link that a call names is searched as what it leads to. */
const isLogged = ({ path, real }: FoundLine['file']): boolean => isLog(path) || isLog(real)

/** Lines of logs that hold a secret are not found: whether an expression matches would tell the secret. */
function withoutSecretLines(found: readonly FoundLine[]): readonly FoundLine[] {
	const read = new Map<string, string[]>()
	return found.filter(({ file, line }) => {
		if (!isLogged(file)) return true
		const lines = read.get(file.real) ?? fileLines(file.real) ?? []
		read.set(file.real, lines)
		const text = lines[line]
		return text !== undefined && logLine(file.real, lines, line) === text
	})
}

function logLine(file: string, lines: readonly string[], at: number): string {
	const unfinished = at === lines.length - 1 && !endsWithLine(file)
	return (unfinished ? shownUnfinished : shownLine)(lines[at] ?? '', lines[at - 1])
}

/** Adds the text, read again: a page holds few of many. A file deleted meanwhile is left out. */
function matchesOf(page: readonly FoundLine[], context: number): Result['matches'] {
	const read = new Map<string, string[] | null>()
	return page.flatMap(({ file, line, column }) => {
		if (!read.has(file.real)) read.set(file.real, fileLines(file.real))
		const lines = read.get(file.real)
		const text = lines?.[line]
		if (!lines || text === undefined) return []
		const shown = (at: number): string => {
			const text = lines[at] ?? ''
			return cut(isLogged(file) ? logLine(file.real, lines, at) : text, 0)
		}
		const around = (from: number, to: number): string[] => {
			const first = Math.max(0, from)
			return lines.slice(first, to).map((_, i) => shown(first + i))
		}
		return [
			{
				path: file.path,
				line: line + 1,
				column: column + 1,
				text: cut(text, column),
				...(context > 0
					? {
							before: around(line - context, line),
							after: around(line + 1, line + 1 + context),
						}
					: {}),
			},
		]
	})
}

function cut(line: string, column: number): string {
	if (line.length <= MAX_SHOWN_LINE) return line
	const from = Math.max(0, Math.min(column - LEAD, line.length - MAX_SHOWN_LINE))
	const to = from + MAX_SHOWN_LINE
	return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`
}

const skipped = (count: number, what: string): string =>
	count === 1 ? `1 file ${what} was skipped.` : `${count} files ${what} were skipped.`
