/** A person finds Fairlead's own work among the agents: what waits for them first, and nothing that is over or shown elsewhere. */
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import type { RunState } from '@fairlead/protocol/conversations/runs'
import { expect, test } from 'vitest'
import { ownRuns } from './order.ts'

const conversation = (id: string, state: RunState | null, updatedAt = 1): Conversation => ({
	id,
	projectId: 'prj_1',
	title: id,
	titleSource: 'auto',
	mode: 'ask',
	model: null,
	createdAt: 1,
	updatedAt,
	lastRun: state && { id: `run_${id}`, state },
})
const ids = (conversations: Conversation[], ...except: string[]): string[] =>
	ownRuns(conversations, new Set(except)).map(({ id }) => id)

test('runs that wait for a person stand first, then the newest', () => {
	const all = [
		conversation('old', 'running', 1),
		conversation('new', 'waiting_editor', 3),
		conversation('asks', 'waiting_approval', 2),
	]
	expect(ids(all)).toEqual(['asks', 'new', 'old'])
})

test('runs that have ended are left out, and conversations without one', () => {
	const all = (['completed', 'failed', 'cancelled', null] as const).map((state) =>
		conversation(String(state), state),
	)
	expect(ids([...all, conversation('queued', 'queued')])).toEqual(['queued'])
})

test('a permission stands on the card of the agent that asks for it, and not a second time', () => {
	expect(ids([conversation('permission', 'waiting_approval')], 'permission')).toEqual([])
})
