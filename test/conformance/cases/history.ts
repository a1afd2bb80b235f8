/** unity_history: exact records of the Undo history, for reverting a run. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'
import { step } from '../kit/examples.ts'
import { cube } from '../kit/objects.ts'

const T = 'unity_history'
/** In the contract's examples. */
const STEP = 'run_01.1'

const add = (desk: Desk, name: string, group: string) =>
	desk.ok('unity_hierarchy', { action: 'create', name }, { group })

let runs = 0
/** Record ids of a run's steps. */
const steps = (count: number): string[] => {
	const run = `run_h${++runs}`
	return Array.from({ length: count }, (_, i) => `${run}.${i}`)
}

export const historyCases = new CaseList(T)
	.example('state', async (desk) => {
		await step(desk, STEP)
		await cube(desk, 'Light')
	})
	.example('undo', (desk) => step(desk, STEP))
	.example('redo', async (desk) => {
		await step(desk, STEP)
		await desk.ok(T, { action: 'undo', record_ids: [STEP] })
	})
	.works('state', 'a run’s records are done, others are unknown', async (desk) => {
		const [first = '', second = '', never = ''] = steps(3)
		await add(desk, 'One', first)
		await add(desk, 'Two', second)
		const state = await desk.ok(T, { action: 'state', record_ids: [first, second, never] })
		expect(state.records.map((record) => record.state)).toEqual(['done', 'done', 'unknown'])
		expect(state).toMatchObject({ blocking: [], blockingCount: 0, changed: [] })
	})
	.works('state', 'later records are named, the next first', async (desk) => {
		const [mine = ''] = steps(1)
		const others = steps(2)
		await add(desk, 'Mine', mine)
		for (const id of others) await add(desk, id, id)
		const state = await desk.ok(T, { action: 'state', record_ids: [mine] })
		expect(state.blockingCount).toBe(2)
		expect(state.blocking.map(({ id }) => id)).toEqual(others.toReversed())
		const again = await desk.ok(T, { action: 'state', record_ids: [mine] })
		expect(again.seen).toBe(state.seen)
		await add(desk, 'More', steps(1)[0] ?? '')
		const later = await desk.ok(T, { action: 'state', record_ids: [mine] })
		expect(later.seen).not.toBe(state.seen)
	})
	.works('state', 'opening a scene clears the history, and the state says so', async (desk) => {
		const [mine = ''] = steps(1)
		await add(desk, 'Mine', mine)
		await desk.fresh()
		const state = await desk.ok(T, { action: 'state', record_ids: [mine] })
		expect(state.records).toMatchObject([{ state: 'cleared' }])
	})
	.refuses('state', 'invalid_arguments', 'no records at all', async (desk) => {
		await desk.fails(T, { action: 'state', record_ids: [] }, 'invalid_arguments')
	})
	.works('undo', 'a run is undone, even with a step that recorded nothing', async (desk) => {
		const [first = '', nothing = '', last = ''] = steps(3)
		await add(desk, 'Before', steps(1)[0] ?? '')
		await add(desk, 'One', first)
		await add(desk, 'Two', last)
		const { undone } = await desk.ok(T, { action: 'undo', record_ids: [first, nothing, last] })
		expect(undone.map(({ id }) => id)).toEqual([last, first])
		expect([await desk.look('/One'), await desk.look('/Two')]).toEqual([null, null])
		expect(await desk.look('/Before')).not.toBeNull()
	})
	.works('undo', 'later records are included if requested', async (desk) => {
		const [mine = ''] = steps(1)
		const [other = ''] = steps(1)
		await add(desk, 'Mine', mine)
		await add(desk, 'Other', other)
		const { seen } = await desk.ok(T, { action: 'state', record_ids: [mine] })
		const wish = { action: 'undo', record_ids: [mine], force: true, seen } as const
		expect((await desk.ok(T, wish)).undone.map(({ id }) => id)).toEqual([other, mine])
		expect([await desk.look('/Mine'), await desk.look('/Other')]).toEqual([null, null])
	})
	.refuses('undo', 'conflict', 'later records stay unless requested too', async (desk) => {
		const [mine = ''] = steps(1)
		await add(desk, 'Mine', mine)
		await add(desk, 'Other', steps(1)[0] ?? '')
		await desk.fails(T, { action: 'undo', record_ids: [mine] }, 'conflict')
		expect(await desk.look('/Mine')).not.toBeNull()
		const wish = {
			action: 'undo',
			record_ids: [mine],
			force: true,
			seen: 'something else',
		} as const
		await desk.fails(T, wish, 'conflict')
		expect(await desk.look('/Other')).not.toBeNull()
	})
	.refuses('undo', 'not_found', 'records that are already undone', async (desk) => {
		const [mine = ''] = steps(1)
		await add(desk, 'Mine', mine)
		await desk.ok(T, { action: 'undo', record_ids: [mine] })
		await desk.fails(T, { action: 'undo', record_ids: [mine] }, 'not_found')
	})
	.works('redo', 'undone objects exist again, the same ones', async (desk) => {
		const ids = steps(2)
		const [first = '', second = ''] = ids
		const { instanceId } = await add(desk, 'One', first)
		await add(desk, 'Two', second)
		await desk.ok(T, { action: 'undo', record_ids: ids })
		const state = await desk.ok(T, { action: 'state', record_ids: ids, direction: 'redo' })
		expect(state.records.map((record) => record.state)).toEqual(['undone', 'undone'])
		const { redone } = await desk.ok(T, { action: 'redo', record_ids: ids })
		expect(redone.map(({ id }) => id)).toEqual(ids)
		expect(await desk.look('/One')).toMatchObject({ instanceId })
	})
	.refuses('redo', 'not_found', 'a new change has cleared it', async (desk) => {
		const [mine = ''] = steps(1)
		await add(desk, 'Mine', mine)
		await desk.ok(T, { action: 'undo', record_ids: [mine] })
		await add(desk, 'New', steps(1)[0] ?? '')
		await desk.fails(T, { action: 'redo', record_ids: [mine] }, 'not_found')
	})
