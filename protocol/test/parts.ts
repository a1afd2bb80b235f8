/** Parts of assistant messages, as the server writes them. */
import type { RunMessage } from '../src/conversations/message-parts.ts'

export type Part = RunMessage['parts'][number]

export const message = (...parts: Part[]): RunMessage => ({ id: 'msg_1', parts })
export const text = (value: string): Part => ({ type: 'text', text: value, state: 'done' })
export const step = (
	seq: number,
	kind: 'model' | 'tools',
	state: 'running' | 'waiting' | 'done' | 'failed',
): Part => ({ type: 'data-step', id: `step-${seq}`, data: { seq, kind, state, startedAt: seq } })
export const tool = (id: string, state: string, more: object = {}): Part => ({
	type: 'tool-unity_refresh',
	toolCallId: id,
	state,
	input: {},
	...more,
})
/** The answer to an approval request. */
export const answer = (id: string, approved: boolean, by = 'person'): Part => ({
	type: 'data-approval',
	id,
	data: {
		toolCallId: id,
		approvalId: `a-${id}`,
		reads: [],
		askedAt: 1,
		answer: { approved, by, at: 2 },
	},
})
