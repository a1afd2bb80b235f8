/** Nothing that D1 should learn is lost, and nothing holds the rest up. */
import { describe, expect, it } from 'vitest'
import { nodeDatabase } from '../../../test/machine-kit.ts'
import type { OutboxPayload } from '../../agent/run/run-store.ts'
import { conversationStore } from '../conversation-store.ts'
import { Outbox } from './outbox.ts'

const granted = (id: string): OutboxPayload => ({
	topic: 'granted',
	id,
	tool: 'unity_play',
	action: 'enter',
	userId: 'usr_1',
	createdAt: 0,
})

function desk(project: (id: string, late: boolean) => Promise<void>) {
	const db = nodeDatabase()
	const store = conversationStore(db)
	let now = 1_000
	let erased = false
	const logged: unknown[] = []
	const outbox = () =>
		new Outbox({
			store: () => store,
			project: (payload, late) => project('id' in payload ? payload.id : '', late),
			clock: () => now,
			log: (_event, error) => logged.push(error),
			isErased: () => erased,
		})
	return {
		store,
		outbox,
		logged,
		dropTable: () => void db.all('DROP TABLE outbox'),
		erase() {
			erased = true
			db.all('DROP TABLE outbox')
		},
		/** Drains as alarms do: each time something is due, at most this many times. */
		async ring(box: Outbox, times: number) {
			for (let n = 0; n < times; n++) {
				const due = box.nextAt()
				if (due === null) return
				now = Math.max(now, due)
				await box.drain()
			}
		},
	}
}

describe('the outbox', () => {
	it('delivers the others if one item always fails, and that one as soon as possible', async () => {
		const told: string[] = []
		let poisonous = true
		const { store, outbox, ring } = desk(async (id, late) => {
			if (id === 'bad' && poisonous) throw new Error('D1_ERROR: string or blob too big')
			told.push(late ? `${id}, late` : id)
		})
		for (const id of ['a', 'bad', 'b', 'c']) store.enqueue(granted(id), 0)
		const box = outbox()
		await ring(box, 8)
		expect(told).toEqual(['a', 'b', 'c'])
		store.enqueue(granted('d'), 0)
		await box.drain()
		expect(told).toEqual(['a', 'b', 'c', 'd'])
		poisonous = false
		await ring(box, 1)
		expect(told.at(-1)).toBe('bad, late')
		expect(box.nextAt()).toBeNull()
	})

	it('keeps the order while the database is down, however long', async () => {
		const told: string[] = []
		let down = true
		const { store, outbox, ring } = desk(async (id) => {
			if (down) throw new Error('D1_ERROR: overloaded')
			told.push(id)
		})
		for (const id of ['a', 'b', 'c']) store.enqueue(granted(id), 0)
		const box = outbox()
		await ring(box, 50)
		down = false
		await ring(box, 5)
		expect(told).toEqual(['a', 'b', 'c'])
	})

	it('does not wake the object forever for an item that always fails', async () => {
		const { store, outbox, ring } = desk(async (id) => {
			if (id === 'bad') throw new Error('never')
		})
		store.enqueue(granted('bad'), 0)
		store.enqueue(granted('a'), 0)
		const box = outbox()
		await ring(box, 100)
		expect(box.nextAt()).toBeNull()
		expect(store.firstLateOutboxItem()?.payload).toMatchObject({ id: 'bad' })
	})

	it('loses no item when an instance is replaced during the delivery of an earlier one', async () => {
		const told: string[] = []
		const slow = Promise.withResolvers<void>()
		let calls = 0
		const { store, outbox } = desk(async (id) => {
			if (++calls === 1) await slow.promise
			told.push(id)
		})
		store.enqueue(granted('a'), 0)
		const old = outbox().drain()
		const successor = outbox()
		await successor.drain()
		store.enqueue(granted('b'), 0)
		slow.resolve()
		await old
		await successor.drain()
		expect(told).toEqual(['a', 'a', 'b'])
	})

	it.each(['is delivered', 'fails'])(
		'ends quietly if the conversation is deleted before an item %s',
		async (end) => {
			const told: string[] = []
			const kit = desk(async (id) => {
				told.push(id)
				kit.erase()
				if (end === 'fails') throw new Error('Network connection lost.')
			})
			kit.store.enqueue(granted('a'), 0)
			kit.store.enqueue(granted('b'), 0)
			await kit.outbox().drain()
			expect(told).toEqual(['a'])
			expect(kit.logged).toEqual([])
		},
	)

	it('rejects if the storage of a conversation fails that is still there', async () => {
		const kit = desk(async () => kit.dropTable())
		kit.store.enqueue(granted('a'), 0)
		await expect(kit.outbox().drain()).rejects.toThrow('no such table')
	})
})
