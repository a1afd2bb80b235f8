import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { challenge, startArena, upload } from './arena-api.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

const pending = {
	battle_id: 7,
	status: 'running',
	rounds_done: 1,
	rounds_total: 100,
	poll: '/arena/api/battles/7',
}
const side = (id: number, before: number, after: number) => ({
	id,
	name: `P${id}`,
	redcode: '',
	elo_before: before,
	elo_after: after,
	rd_before: 350,
	rd_after: 300,
})
const battle = (status: 'running' | 'finished' | 'failed') => ({
	id: 7,
	status,
	rounds_done: 100,
	error: status === 'failed' ? 'A slot is empty.' : null,
	result: 'challenger_win',
	rounds: 100,
	round_results: [],
	score: { challenger_wins: 60, defender_wins: 30, ties: 10 },
	challenger: side(1, 1200, 1254.4),
	defender: side(2, 1200, 1150),
	created_at: '2026-11-26T00:00:00.000Z',
})

/** Answers in turn; an error is a request that reached nobody, or whose answer did not come back. */
function answering(...answers: readonly (object | Error)[]): string[] {
	const asked: string[] = []
	const left = [...answers]
	vi.stubGlobal('fetch', async (path: string) => {
		asked.push(path)
		const next = left.shift()
		if (next === undefined || next instanceof Error) throw new TypeError('fetch failed')
		return Response.json(next)
	})
	return asked
}

/** The outcome of a promise while the clock runs. */
async function settled<T>(promise: Promise<T>): Promise<T | Error> {
	const result = promise.catch((error: unknown) => error as Error)
	await vi.runAllTimersAsync()
	return result
}

test('a battle that takes long has the ratings that everything else shows, less two deviations', async () => {
	answering(pending, battle('running'), battle('finished'))
	expect(await settled(challenge('own', 2))).toEqual({
		id: 7,
		wins: 60,
		losses: 30,
		ties: 10,
		isRepeated: false,
		rating: { before: 500, after: 654 },
	})
})

test('a look that fails does not end a battle that is under way', async () => {
	const asked = answering(pending, new Error('offline'), new Error('offline'), battle('finished'))
	expect(await settled(challenge('own', 2))).toMatchObject({ id: 7, wins: 60 })
	expect(asked).toHaveLength(4)
})

test('a lost answer is not told as "not fought": a second battle would count, too', async () => {
	answering(new Error('the answer is lost'))
	expect(await settled(challenge('own', 2))).toMatchObject({
		message: 'It is not known whether it was fought.',
		detail: expect.stringContaining('before you begin another'),
	})
})

test('a battle that failed says why', async () => {
	answering(pending, battle('failed'))
	expect(await settled(challenge('own', 2))).toMatchObject({ message: 'A slot is empty.' })
})

const over = {
	...({ status: 'finished', id: 9 } as const),
	score: { challenger_wins: 60, defender_wins: 30, ties: 10 },
	rating_changes: { challenger: { before: 500, after: null } },
	diminishing_factor: null,
}

test('everything in an arena of another server is asked of this one, which has the key', async () => {
	const asked = answering({ id: 1, name: 'W', instruction_count: 4, message: 'kept' }, over, {
		...over,
		placements: [{ player_id: 3, placement: 2, rating_change: null }],
		left_out: [],
	})
	const what = { mode: '1v1', name: 'W', redcode: 'mov 0, 1', autoJoin: false } as const
	expect(await settled(upload('live', what))).toMatchObject({ instruction_count: 4 })
	// It does not tell the rating after the battle.
	expect(await settled(challenge('live', 2))).toMatchObject({ id: 9, wins: 60, rating: null })
	expect(await settled(startArena('live', 3))).toMatchObject({ place: 2, of: 1, change: null })
	expect(asked).toEqual(['warrior', 'challenge', 'arena'].map((end) => `/api/live-arena/${end}`))
})

test('a battle in an arena of another server that takes longer than it is followed goes on without this page', async () => {
	answering({ status: 'running', id: 9, rounds_done: 1, rounds_total: 100 })
	expect(await settled(challenge('live', 2))).toMatchObject({ message: 'It is still under way.' })
	answering(new Error('the answer is lost'))
	expect(await settled(startArena('live', 3))).toMatchObject({
		message: 'It is not known whether it was fought.',
	})
})
