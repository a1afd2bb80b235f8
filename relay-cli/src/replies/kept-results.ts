/**
 * Results that fit the editor link, or came as a file, but are too large for the room. They are kept in the
 * project as lines of text, so that `read_file` can page through them and nothing is lost.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'

/** Unity's folder for files it can recreate; not part of the project's sources. */
const FOLDER = ['Library', 'Fairlead', 'replies'] as const
/** The oldest are dropped first. */
const MAX_KEPT = 8
/** Enough to see what it is about. */
const BEGINNING_CHARS = 4_000

/** The outcome in place of one that is too large for the room. Never throws. */
export function keepResult(
	projectPath: string,
	callId: string,
	outcome: CallOutcome,
	bytes: number,
): CallOutcome {
	const result = outcome.status === 'ok' ? outcome.result : outcome.error
	const text = JSON.stringify(result, null, '\t') ?? 'null'
	const name = `${callId.replace(/[^A-Za-z0-9_-]/g, '_')}.json`
	const kept = write(join(projectPath, ...FOLDER), name, text)
	const message = `The call ran, but its result has ${bytes} bytes, more than one message can carry.`
	const less = 'Ask for less: a page, a smaller depth, or a smaller picture.'
	return failed('too_large', message, {
		hint: kept
			? `The full result is in ${[...FOLDER, name].join('/')}: read_file pages through it. ${less}`
			: less,
		data: {
			executed: true,
			bytes,
			beginning: text.slice(0, BEGINNING_CHARS),
			...(kept ? { file: [...FOLDER, name].join('/') } : {}),
		},
	})
}

/** False if the project is not writable. */
function write(folder: string, name: string, text: string): boolean {
	try {
		mkdirSync(folder, { recursive: true })
		writeFileSync(join(folder, name), text)
		const files = readdirSync(folder)
			.map((file) => ({ file, at: statSync(join(folder, file)).mtimeMs }))
			.sort((a, b) => b.at - a.at)
		for (const { file } of files.slice(MAX_KEPT)) rmSync(join(folder, file), { force: true })
		return true
	} catch {
		return false
	}
}
