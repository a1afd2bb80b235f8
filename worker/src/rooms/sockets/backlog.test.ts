import { expect, test } from 'vitest'
import { ROOM_LIMITS } from '../limits.ts'
import { Backlog } from './backlog.ts'

const socket = (name: string) => ({ name })
const { markEvery, maxViewerUnread, maxRoomUnread } = ROOM_LIMITS

test('a viewer that confirms its marks may get any amount', () => {
	const backlog = new Backlog<object>()
	const viewer = socket('viewer')
	for (let i = 0; i < 100; i++) {
		const { mark, shed } = backlog.sent(viewer, 'viewer', markEvery)
		expect(shed).toBeNull()
		expect(mark).toBe((i + 1) * markEvery)
		backlog.confirmed(viewer, mark ?? 0)
	}
})

test('a viewer that confirms nothing is dropped at its limit; the others stay', () => {
	const backlog = new Backlog<object>()
	const [stuck, reader] = [socket('stuck'), socket('reader')]
	let sent = 0
	let shed: object | null = null
	while (shed === null) {
		shed = backlog.sent(stuck, 'viewer', markEvery).shed
		sent += markEvery
		const { mark } = backlog.sent(reader, 'viewer', markEvery)
		backlog.confirmed(reader, mark ?? 0)
	}
	expect(shed).toBe(stuck)
	expect(sent).toBeGreaterThan(maxViewerUnread)
	expect(sent).toBeLessThanOrEqual(maxViewerUnread + markEvery)
})

test('a mark that was never sent changes nothing', () => {
	const backlog = new Backlog<object>()
	const liar = socket('liar')
	backlog.sent(liar, 'viewer', maxViewerUnread)
	backlog.confirmed(liar, Number.MAX_SAFE_INTEGER)
	expect(backlog.sent(liar, 'viewer', 1).shed).toBe(liar)
})

test('a viewer is dropped when the room is full, even if a relay is further behind', () => {
	const backlog = new Backlog<object>()
	const [relay, behind, fresh] = [socket('relay'), socket('behind'), socket('fresh')]
	backlog.sent(behind, 'viewer', 2_000)
	backlog.sent(fresh, 'viewer', 1_000)
	expect(backlog.sent(relay, 'relay', maxRoomUnread).shed).toBe(behind)
	backlog.forget(behind)
	expect(backlog.sent(relay, 'relay', 1).shed).toBe(fresh)
	backlog.forget(fresh)
	expect(backlog.sent(relay, 'relay', 1).shed).toBe(relay)
})

test('a relay that speaks has read what was sent before', () => {
	const backlog = new Backlog<object>()
	const relay = socket('relay')
	backlog.sent(relay, 'relay', maxRoomUnread)
	backlog.heard(relay)
	expect(backlog.sent(relay, 'relay', maxRoomUnread)).toEqual({ mark: null, shed: null })
})
