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
	/** Its earlier content was not kept: too large, or unreadable. */
	'not_kept',
	/** It is open in the editor, which would stop with a dialog. */
	'open',
	/** The folder is not accessible, the disk is full, or the file is locked. */
	'io',
])
export type FileReason = z.infer<typeof FileReason>
