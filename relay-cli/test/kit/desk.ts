/** A relay with one linked project and its room, for the tests of calls. */
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { afterEach, beforeEach, vi } from 'vitest'
import type { FakeRoom } from '../fakes/fake-room.ts'
import { RelayBench } from './relay-bench.ts'
import { TEST_TIMEOUT_MS } from './support.ts'

export const HIERARCHY = { action: 'hierarchy' }
export const CREATE = { action: 'create', name: 'Cube' }
export const ok = (result: unknown): CallOutcome => ({ status: 'ok', result })
export const codeOf = (outcome: CallOutcome): string =>
	outcome.status === 'error' ? outcome.error.code : 'ok'

interface Desk {
	bench: RelayBench
	room: FakeRoom
	/** Path of the linked folder. */
	path: string
	/** Key of its editor. */
	key: string
}

/** Recreated for each test in a file that calls {@link useDesk}. */
export const desk = {} as Desk

export function useDesk(): void {
	vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })
	beforeEach(async () => {
		desk.bench = new RelayBench()
		desk.room = await desk.bench.room()
		desk.path = await desk.bench.project('Game', desk.room)
		await desk.bench.start()
		desk.key = desk.bench.keyOf(desk.path)
		await desk.room.hello()
	})
	afterEach(() => desk.bench.end())
}
