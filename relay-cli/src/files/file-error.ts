/** A file tool's refusal, as the caller sees it. */
import type { Refusal } from '@fairlead/protocol/editors/editor-waits'
import { type CallErrorCode, failed } from '@fairlead/protocol/wire/calls'

export class FileError extends Error {
	readonly code: CallErrorCode
	readonly hint: string | undefined
	readonly data: unknown
	constructor(code: CallErrorCode, message: string, more: { hint?: string; data?: unknown } = {}) {
		super(message)
		this.code = code
		this.hint = more.hint
		this.data = more.data
	}
}

/** Error codes of the file system in words; paths of this machine stay out of the message. */
function explainSystemError(code: string): Refusal {
	switch (code) {
		case 'EACCES':
		case 'EPERM':
			return failed('denied', 'The operating system denied access.', {
				hint: 'The file may be read-only or checked out elsewhere: ask the user.',
			})
		case 'ENOSPC':
			return failed('disk_full', 'The disk is full. Nothing was written.', {
				hint: 'Ask the user to free disk space on that machine, then repeat the call.',
			})
		case 'ELOOP':
			return failed('outside_project', 'The path leads through links that lead to each other.', {
				hint: 'Use a path without them, relative to the linked folder.',
			})
		case 'ENAMETOOLONG':
			return failed('invalid_arguments', 'The path is too long for this machine.', {
				hint: 'Use a shorter path.',
			})
		case 'EFTYPE':
			return failed('unsupported', 'It is not a regular file.')
		case 'EBUSY':
			return failed('editor_busy', 'The file is open in another program.', { hint: 'Try again.' })
		default:
			return failed('internal', `The file system reported ${code}.`, {
				hint: 'Repeat the call once; if it fails again, tell the user.',
			})
	}
}

/** The outcome for an error that a file tool threw. */
export function outcomeOfError(error: unknown): Refusal {
	if (error instanceof FileError)
		return failed(error.code, error.message, {
			...(error.hint === undefined ? {} : { hint: error.hint }),
			...(error.data === undefined ? {} : { data: error.data }),
		})
	if (error instanceof Error && 'code' in error && typeof error.code === 'string')
		return explainSystemError(error.code)
	return failed('internal', 'The file tool failed.', {
		hint: 'Repeat the call once; if it fails again, tell the user.',
	})
}
