/** Summaries: entries of the transcript that stand for its beginning in the model's view. The beginning itself stays. */

import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import type { Author } from '@fairlead/protocol/people/author'
import type { ModelMessage } from '../model/types.ts'
import type { Place } from './place.ts'

/** A longer one is cut: it is sent with every request from then on. */
export const MAX_SUMMARY_CHARS = 12_000

export interface Summary {
	/** Counted from 1 in its conversation. */
	readonly seq: number
	/** The run that needed the room. */
	readonly runId: string
	/** The first message that it does not stand for. */
	readonly until: Place
	/** The model's own text. */
	readonly text: string
	/** The text after a person's change; null if nobody changed it. */
	readonly edited: string | null
	readonly editedBy: Author | null
	/** Unix milliseconds. */
	readonly editedAt: number | null
	/** Estimated tokens of the messages that it replaced. */
	readonly replacedTokens: number
	readonly createdAt: number
	/** False until an answer shows that it was made. */
	readonly shown: boolean
}

/** The store of summaries. */
export interface SummaryStore {
	insertSummary(summary: Omit<Summary, 'seq'>): void
	/** The summary that models read; null: there is none. */
	newestSummary(): Summary | null
	/** Newest first. */
	summaries(limit: number): readonly Summary[]
	/** Summaries that no answer shows yet. */
	summariesToShow(): readonly Summary[]
	markShown(seq: number): void
	/** False if it is not the newest summary: models read only that one. */
	editSummary(seq: number, text: string, by: Author, at: number): boolean
}

/** The text of the summary that a model reads. */
export const readText = ({ text, edited }: Summary): string => edited ?? text

/** The last message of the request that makes a summary; everything before it is the view as it was. */
export const INSTRUCTION: ModelMessage = {
	role: 'user',
	parts: [
		{
			type: 'text',
			text: `[Fairlead: this conversation gets too long for your context. Write a summary that will stand in place of everything above this message. Do not call tools and do not continue the work.

Keep, exactly: what the user asked for and decided, with their own names, numbers, ids, paths and codes; what was changed and where; what was found out; what failed and why; what remains to do. Leave out: pleasantries, what was tried and is superseded, contents that can be looked up in the project. At most 600 words, in the language of the conversation, as plain notes under short headings.]`,
		},
	],
}

export const INTRODUCTION =
	'[The earlier part of this conversation, summarized. recall {"query":"…"} finds the exact words and results; for the state of the project, look at the project.]'

/** Shown in the answer at the step before which it was made. */
export const summaryNotice = ({ replacedTokens }: Summary): NoticePart => ({
	level: 'info',
	code: 'summarized',
	text: `The earlier part of the conversation (about ${replacedTokens.toLocaleString('en')} tokens) was summarized for the model.`,
	hint: 'Everything stays readable here, and the agent can look it up. To read or change the summary, choose "What the model reads" in the command palette.',
})
