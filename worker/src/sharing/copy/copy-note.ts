/** The last message of a copy: where it comes from, for people and for models. Pure. */
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'

export interface CopyExtent {
	/** False: the end of the original did not fit. */
	readonly complete: boolean
	readonly picturesLeftOut: number
}

/** `model`: what models read in its place. */
export function copyNote(
	id: string,
	{ complete, picturesLeftOut }: CopyExtent,
	now: number,
): { readonly ui: StoredMessage; readonly model: readonly object[] } {
	const missing = [
		...(complete ? [] : ['The end of the original is missing: it is longer than a copy may be.']),
		...(picturesLeftOut === 0 ? [] : [`Pictures that are not in the copy: ${picturesLeftOut}.`]),
	]
	const notice: NoticePart = {
		level: 'info',
		code: 'copied',
		text: ['Everything above was copied from a shared conversation.', ...missing].join(' '),
		hint: 'The agent’s changes there are not in this project. Your messages work here.',
	}
	const told =
		'(The conversation above was copied from another Unity project. Nothing that was done there exists in this project: look before you rely on it.)'
	return {
		ui: {
			id,
			role: 'assistant',
			parts: [{ type: 'data-notice', id: 'copied', data: notice }],
			metadata: { createdAt: now, finishedAt: now, state: 'completed' },
		},
		model: [{ role: 'user', parts: [{ type: 'text', text: told }] }],
	}
}
