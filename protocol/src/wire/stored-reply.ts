/**
 * Outcomes that do not fit a frame of the editor link: the editor writes them to a file of the
 * relay's replies folder and sends its name. The file holds the JSON text of the {@link CallOutcome},
 * UTF-8; the relay takes it in, checks it, and deletes it.
 */
import * as z from 'zod/mini'
import { ArgsHash, CallId, CallOutcome, JournalEntry } from './calls.ts'

/** A plain name, not a path: the file is in the folder that the relay named. */
export const ReplyFileName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}\.json$/))

export const StoredOutcome = z.object({
	status: z.literal('stored'),
	file: ReplyFileName,
	/** Length of the file. */
	bytes: z.int().check(z.positive()),
	/** SHA-256 of the file, in lower-case hex. */
	sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type StoredOutcome = z.infer<typeof StoredOutcome>

/** The folder from which a relay takes in stored outcomes. Sent in its answer to the hello. */
export const ReplyFolder = z.object({
	/** Absolute, below the relay's home folder. */
	folder: z.string().check(z.minLength(1), z.maxLength(4_096)),
	/** The limit of an outcome: the editor answers `too_large` for a larger one. */
	maxBytes: z.int().check(z.positive()),
})
export type ReplyFolder = z.infer<typeof ReplyFolder>

/** How an editor answers a call. */
export const EditorOutcome = z.discriminatedUnion('status', [
	...CallOutcome.def.options,
	StoredOutcome,
])
export type EditorOutcome = z.infer<typeof EditorOutcome>

/** A line of an editor's journal, as sent in its hello. */
export const EditorJournalEntry = z.discriminatedUnion('state', [
	JournalEntry.def.options[0],
	JournalEntry.def.options[1],
	z.object({
		callId: CallId,
		argsHash: ArgsHash,
		state: z.literal('done'),
		outcome: EditorOutcome,
	}),
])
export type EditorJournalEntry = z.infer<typeof EditorJournalEntry>

export const EditorCallSettled = z.object({ callId: CallId, outcome: EditorOutcome })
export type EditorCallSettled = z.infer<typeof EditorCallSettled>
