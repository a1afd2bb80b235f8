/** `read_file`: lines of a text file, or a picture. */

import { MAX_FILE_BYTES, type ToolArgs, type ToolResult } from '@fairlead/protocol/tools'
import type { Attachment, CallOutcome } from '@fairlead/protocol/wire/calls'
import { shownLine, shownUnfinished } from '../../logs/log-secrets.ts'
import { FileError } from '../file-error.ts'
import { type JailedPath, resolveInside } from '../jail.ts'
import { missingFile } from '../missing-file.ts'
import { shownEncoding } from './encodings.ts'
import { isLogFile } from './log-text.ts'
import { MAX_PICTURE_BYTES, MAX_PICTURE_SIDE, type PictureFile, pictureIn } from './picture-file.ts'
import { linesOf, MAX_READ_BYTES, readBytes, sha256Of, textIn } from './text-file.ts'

type Args = ToolArgs<'read_file', 'run'>
type Result = ToolResult<'read_file', 'run'>
interface Read {
	readonly result: Result
	readonly picture?: Attachment
}

export const readFile = async (folder: string, args: Args): Promise<Result> =>
	(await look(folder, args)).result

/** With the picture. @throws {FileError} */
export async function readFileOutcome(folder: string, args: Args): Promise<CallOutcome> {
	const { result, picture } = await look(folder, args)
	return { status: 'ok', result, ...(picture ? { attachments: [picture] } : {}) }
}

async function look(folder: string, args: Args): Promise<Read> {
	const path = resolveInside(folder, args.path, 'read')
	if (!path.exists) throw await missingFile(folder, path)
	const { bytes } = await readBytes(path, MAX_READ_BYTES, 'read')
	const picture = pictureIn(bytes)
	return picture ? pictureOf(path, bytes, picture) : { result: linesIn(path, bytes, args) }
}

function linesIn(path: JailedPath, bytes: Buffer, args: Args): Result {
	const { text, encoding } = textIn(path, bytes)
	const first = args.offset
	const { lines, total } = pageOf(text, first, args.limit, isLogFile(path))
	if (first > Math.max(1, total))
		throw new FileError(
			'invalid_arguments',
			total === 0
				? `${path.shown} is empty.`
				: `${path.shown} has only ${total === 1 ? '1 line' : `${total} lines`}.`,
			{ hint: `Read from line ${Math.max(1, total)} at most.` },
		)
	const content: string[] = []
	let size = 0
	for (const line of lines) {
		size += Buffer.byteLength(line)
		if (size > MAX_FILE_BYTES) break
		content.push(line)
	}
	if (content.length === 0 && lines.length > 0)
		throw new FileError('too_large', `Line ${first} of ${path.shown} is too long to read.`, {
			hint: 'Find what you need with search_files and this path, which shows a long line around each match; or read the lines behind it with offset.',
		})
	const shown = shownEncoding(encoding)
	return {
		path: path.shown,
		content: content.join(''),
		firstLine: first,
		lineCount: content.length,
		totalLines: total,
		sha256: sha256Of(bytes),
		...(shown === undefined ? {} : { encoding: shown }),
	}
}

/** Secrets of a log are hidden; the line above the page may say that its first line is one. */
function pageOf(
	text: string,
	first: number,
	limit: number,
	log: boolean,
): ReturnType<typeof linesOf> {
	if (!log) return linesOf(text, first, limit)
	const above = Math.min(1, first - 1)
	const { lines, total } = linesOf(text, first - above, limit + above)
	const shown = lines.map((line, i) =>
		(line.endsWith('\n') ? shownLine : shownUnfinished)(line, lines[i - 1]),
	)
	return { lines: shown.slice(above), total }
}

function pictureOf(path: JailedPath, bytes: Buffer, picture: PictureFile): Read {
	const { mediaType, width, height } = picture
	if (bytes.length > MAX_PICTURE_BYTES || Math.max(width, height) > MAX_PICTURE_SIDE)
		throw new FileError(
			'too_large',
			`${path.shown} is a picture of ${width} × ${height} pixels and ${bytes.length} bytes, which is too large to show (at most ${MAX_PICTURE_SIDE} pixels a side and ${MAX_PICTURE_BYTES} bytes).`,
			{ hint: 'Ask the user for a smaller copy.' },
		)
	const name = path.shown.slice(path.shown.lastIndexOf('/') + 1).slice(-200)
	return {
		result: {
			path: path.shown,
			content: '',
			firstLine: 1,
			lineCount: 0,
			totalLines: 0,
			sha256: sha256Of(bytes),
			picture: { mediaType, width, height, bytes: bytes.length },
		},
		picture: { name, mediaType, base64: bytes.toString('base64'), width, height },
	}
}
