import { expect, test } from 'vitest'
import type { OwnedCalls } from '../../ports/room.ts'
import { linkOwners } from './owners-link.ts'

const OWNER = { kind: 'conversation', id: 'cnv' } as const

function setUp(slow: Promise<void>) {
	const told: string[] = []
	const work: Promise<unknown>[] = []
	const stub: OwnedCalls = {
		callSettled: async () => true,
		callWaiting: async (_, reason) => {
			if (reason !== null) await slow
			told.push(String(reason))
		},
		callProgress: async (_, message) => {
			await slow
			told.push(message)
		},
	}
	const link = linkOwners(
		() => stub,
		(promise) => work.push(promise),
	)
	return { link, told, done: () => Promise.all(work) }
}

test('"waits no longer" never overtakes the reason: the page would show a wait forever', async () => {
	let go = () => {}
	const { link, told, done } = setUp(new Promise((resolve) => (go = resolve)))
	link.waiting(OWNER, 'c', 'Unity is compiling scripts')
	link.waiting(OWNER, 'c', null)
	go()
	await done()
	expect(told).toEqual(['Unity is compiling scripts', 'null'])
})

test('news that cannot be delivered is dropped, and the next one is still sent', async () => {
	const told: string[] = []
	const work: Promise<unknown>[] = []
	const link = linkOwners(
		() => ({
			callSettled: async () => true,
			callWaiting: async (_, reason) => {
				if (reason === 'lost') throw new Error('down')
				told.push(String(reason))
			},
			callProgress: async () => {},
		}),
		(promise) => work.push(promise),
	)
	link.waiting(OWNER, 'c', 'lost')
	link.waiting(OWNER, 'c', null)
	await Promise.all(work)
	expect(told).toEqual(['null'])
})

test('progress that arrives faster than it can be sent is dropped, not queued', async () => {
	let go = () => {}
	const { link, told, done } = setUp(new Promise((resolve) => (go = resolve)))
	for (let i = 1; i <= 50; i++) link.progress(OWNER, 'c', `${i} of 50`)
	go()
	await done()
	expect(told).toEqual(['1 of 50'])
})
