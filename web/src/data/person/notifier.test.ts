/** A notification is for a person who is away, once, and goes when somebody has answered. */
import { expect, test } from 'vitest'
import type { Waiting } from '../conversations/needs-you.ts'
import { Notifier } from './notifier.ts'

const waiting = (conversationId: string, runId = 'run_1'): Waiting => ({
	conversationId,
	runId,
	title: conversationId,
	projectId: 'prj_1',
	projectName: 'Game',
})
const [one, two] = [waiting('one'), waiting('two')]

function away() {
	const shown = new Set<string>()
	const ever: string[] = []
	const state = { on: true, seen: async () => false }
	const notifier = new Notifier<Waiting>({
		keyOf: ({ conversationId, runId }) => `${conversationId} ${runId}`,
		isOn: () => state.on,
		isSeen: () => state.seen(),
		show: ({ conversationId }) => {
			shown.add(conversationId)
			ever.push(conversationId)
			return () => shown.delete(conversationId)
		},
	})
	return { notifier, state, shown, ever }
}

test('a new question is shown once, and withdrawn when it is answered anywhere', async () => {
	const { notifier, shown, ever } = away()
	await notifier.update([one])
	expect(ever).toEqual([])
	await notifier.update([two, one])
	await notifier.update([two, one])
	expect(ever).toEqual(['two'])
	await notifier.update([one])
	expect([...shown]).toEqual([])
	await notifier.update([one, waiting('two', 'run_2')])
	expect(ever).toEqual(['two', 'two'])
})

test('no question is shown to a person who sees the page, or has not asked for it', async () => {
	const { notifier, state, ever } = away()
	await notifier.update([])
	state.seen = async () => true
	await notifier.update([one])
	state.seen = async () => false
	state.on = false
	await notifier.update([one, two])
	expect(ever).toEqual([])
})

test('a question that is answered while the other tabs are asked is no longer shown', async () => {
	const { notifier, state, ever } = away()
	await notifier.update([])
	const asked = Promise.withResolvers<boolean>()
	state.seen = () => asked.promise
	const first = notifier.update([one])
	await notifier.update([])
	asked.resolve(false)
	await first
	expect(ever).toEqual([])
})
