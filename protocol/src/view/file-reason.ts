import * as z from 'zod/mini'

/** The reason a path cannot be restored as it was. */
export const FileReason = z.enum([
	/** Someone has changed it since then. */
	'changed',
	/** The agent itself changed it since, in a later step or run. */
	'changed_later',
	/** It was deleted since then. */
	'deleted',
	/** Something else is there now. */
	'occupied',
	/** A folder that was created is no longer empty. */
	'not_empty',
	/** Its earlier content is no longer kept: too old, or displaced by newer content. */
	'evicted',
	/** Its earlier content was not kept: too large, unreadable, or no file, such as a link. */
	'not_kept',
	/** It is open in the editor, which would stop with a dialog. */
	'open',
	/** The folder is not accessible, the disk is full, or the file is locked. */
	'io',
])
export type FileReason = z.infer<typeof FileReason>

/** Each as a sentence for people. */
export const FILE_REASONS: Readonly<Record<FileReason, string>> = {
	changed: 'It has changed since then.',
	changed_later: 'The agent changed it again later.',
	deleted: 'It has been deleted since then.',
	occupied: 'Something else is there now.',
	not_empty: 'The folder now contains other files.',
	evicted: 'Its earlier content is no longer stored.',
	not_kept:
		'Its earlier content was not stored: it was too large, could not be read, or was no file (a link or a pipe).',
	open: 'It is open in Unity. Close it there, then revert again.',
	io: 'It could not be read or written. It may be open in another program, or the disk may be full.',
}
