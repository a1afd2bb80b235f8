/** The last message of what a branch began with: what is not as it was then, for people and for models. Pure. */
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import { BRANCH_NOTE } from '../record/branches.ts'

const NOTICE = {
	level: 'info',
	code: BRANCH_NOTE,
	text: 'The branch begins here.',
	hint: 'The project was not set back: it is as it is now. Changes of the agent after this point can be reverted in the original conversation.',
} as const satisfies NoticePart

const TOLD =
	'(The conversation was branched here. The project itself was not set back: it may have been changed since by what followed in the original conversation, by reverts, or by others. Look before you rely on what stands above.)'

/** `model`: what models read in its place. */
export const branchNote = (
	id: string,
	now: number,
): { readonly ui: StoredMessage; readonly model: readonly object[] } => ({
	ui: {
		id,
		role: 'assistant',
		parts: [{ type: 'data-notice', id: 'branched', data: NOTICE }],
		// It took no time: nothing to show of that.
		metadata: { createdAt: now, state: 'completed' },
	},
	model: [{ role: 'user', parts: [{ type: 'text', text: TOLD }] }],
})
