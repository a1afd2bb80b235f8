/** The relay's file history: puts its parts together, and prunes it. */
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { Database } from '../platform/database.ts'
import { ChangeLog } from './change-log.ts'
import { ChangeRecorder } from './change-recorder.ts'
import { FileRevert } from './file-revert.ts'
import { type UndoCall, withFilesKept } from './files-kept.ts'
import { ImageStore } from './image-store.ts'
import { moveToTrash, pruneTrash } from './trash.ts'

export interface FileHistory {
	readonly recorder: ChangeRecorder
	readonly revert: FileRevert
	/** Moves a file or folder to the relay's trash; `path` is relative to the project. */
	trash(callId: string, path: string, real: string): void
	/** The outcome of an undo in the editor, with the files that stay. */
	filesKept(outcome: CallOutcome, call: UndoCall): CallOutcome
	/** Drops old entries. */
	prune(): void
}

export interface FileHistoryPorts {
	readonly home: string
	readonly database: Database
	/** Unix milliseconds. */
	readonly now: () => number
	/** The scenes and the prefab that an editor has open; default none. */
	readonly openFilesOf?: (editorKey: string) => readonly string[]
	/** Default 1 GiB. */
	readonly maxImageBytes?: number
	/** Paths one call may change; default 20,000. */
	readonly maxPaths?: number
}

export function openFileHistory(ports: FileHistoryPorts): FileHistory {
	const { home, database, now, openFilesOf = () => [] } = ports
	const images = new ImageStore(home, database, ports.maxImageBytes)
	const log = new ChangeLog(database)
	const { maxPaths } = ports
	const recorder = new ChangeRecorder({
		images,
		log,
		now,
		...(maxPaths === undefined ? {} : { maxPaths }),
	})
	return {
		recorder,
		revert: new FileRevert({ images, log, recorder, home, now, openFilesOf }),
		trash: (callId, path, real) => moveToTrash(home, callId, path, real),
		filesKept: (outcome, call) => withFilesKept(outcome, call, log),
		prune() {
			images.prune(now())
			log.prune(now())
			pruneTrash(home, now())
		},
	}
}
