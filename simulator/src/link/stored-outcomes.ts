/** Outcomes that fit no frame go to a file in the folder that the relay named. */
import { createHash, randomUUID } from 'node:crypto'
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
	type CallOutcome,
	EDITOR_LINK,
	type EditorOutcome,
	failed,
	type ReplyFolder,
} from '@fairlead/protocol'

/** Room for the envelope around an outcome in a frame. */
const ENVELOPE_BYTES = 4 * 1024
const MAX_OUTCOME_BYTES = EDITOR_LINK.maxFrameBytes - ENVELOPE_BYTES
const FILE_MODE = 0o600

/**
 * The outcome itself if it fits; else a reference to its file; else `too_large`, if the relay
 * accepts no files, or none of this size, or the folder is not writable.
 */
export function fitted(outcome: CallOutcome, replies: ReplyFolder | null): EditorOutcome {
	const text = JSON.stringify(outcome)
	const bytes = Buffer.byteLength(text)
	if (bytes <= MAX_OUTCOME_BYTES) return outcome
	const stored = replies && bytes <= replies.maxBytes ? store(text, bytes, replies.folder) : null
	return (
		stored ??
		failed('too_large', `The call ran, but its result has ${bytes} bytes.`, {
			hint: 'Ask for less: a smaller limit, a smaller picture, or one object.',
			data: { executed: true, bytes },
		})
	)
}

function store(text: string, bytes: number, folder: string): EditorOutcome | null {
	const file = `${randomUUID()}.json`
	const path = join(folder, file)
	const draft = `${path}.part`
	let begun = false
	try {
		closeSync(openSync(draft, 'wx', FILE_MODE))
		begun = true
		writeFileSync(draft, text)
		// Renamed once it is complete.
		renameSync(draft, path)
		return {
			status: 'stored',
			file,
			bytes,
			sha256: createHash('sha256').update(text).digest('hex'),
		}
	} catch {
		// A full disk, or a missing folder: the relay deletes leftover drafts.
		if (begun) rmSync(draft, { force: true })
		return null
	}
}
