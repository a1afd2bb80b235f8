import {
	MAX_VIEW_OBJECTS,
	VIEW_ANSWER_CHARS,
	type ViewAnswer,
	type ViewObject,
} from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import { expect, test } from 'vitest'
import { ViewLog } from './view-log.ts'

const at = (x: number): number[] => [1, 0, 0, 0, 1, 0, 0, 0, 1, x, 0, 0]
const cube = (id: number, x = 0, name = `Cube ${id}`): ViewObject => ({
	id: String(id),
	name,
	pose: at(x),
	shape: { mesh: 'Cube', color: [1, 0, 0] },
})
const seen = (...objects: ViewObject[]) => ({ objects, leftOut: [] })
const ids = (answer: Omit<ViewAnswer, 'workMs'>) => ({
	objects: answer.objects.map(({ id }) => id),
	moved: answer.moved.map(({ id }) => id),
	gone: answer.gone,
})

/** A viewer that asks again as long as there is more. */
function follow(log: ViewLog, known: Map<string, ViewObject>, since?: string): string {
	for (let revision = since; ; ) {
		const answer = log.answer(revision)
		if (answer.whole) known.clear()
		for (const object of answer.objects) known.set(object.id, object)
		for (const { id, pose } of answer.moved) {
			const object = known.get(id)
			if (!object) throw new Error(`${id} moved, and was never told`)
			known.set(id, { ...object, pose })
		}
		for (const id of answer.gone) known.delete(id)
		revision = answer.revision
		if (!answer.more) return revision
	}
}

test('tells everything first, then only what has changed', () => {
	const log = new ViewLog('a')
	log.update(seen(cube(1), cube(2), cube(3)))
	const first = log.answer(undefined)
	expect(first).toMatchObject({ whole: true, more: false })
	expect(ids(first)).toEqual({ objects: ['1', '2', '3'], moved: [], gone: [] })

	expect(ids(log.answer(first.revision))).toEqual({ objects: [], moved: [], gone: [] })
	log.update(seen(cube(1, 5), cube(2, 0, 'Renamed')))
	const next = log.answer(first.revision)
	expect(next.whole).toBe(false)
	expect(ids(next)).toEqual({ objects: ['2'], moved: ['1'], gone: ['3'] })
	expect(next.moved[0]?.pose).toEqual(at(5))
})

test('an object that comes back is told as a new one', () => {
	const log = new ViewLog('a')
	log.update(seen(cube(1)))
	const { revision } = log.answer(undefined)
	log.update(seen())
	log.update(seen(cube(1)))
	expect(ids(log.answer(revision))).toEqual({ objects: ['1'], moved: [], gone: [] })
})

test.each([
	['none', undefined],
	['of another log', 'b.1'],
	['from the future', 'a.99'],
	['that is malformed', 'a.x'],
])('a revision %s gets everything', (_, since) => {
	const log = new ViewLog('a')
	log.update(seen(cube(1)))
	expect(log.answer(since)).toMatchObject({ whole: true, objects: [{ id: '1' }] })
})

test('a large scene comes in several answers, and changes meanwhile are not lost', () => {
	const log = new ViewLog('a')
	const scene = Array.from({ length: 1_000 }, (_, i) => cube(i))
	log.update(seen(...scene))
	// Before anybody was told: its latest change is the newest of all.
	scene[3] = cube(3, 9)
	log.update(seen(...scene))

	const known = new Map<string, ViewObject>()
	const first = log.answer(undefined)
	expect(first.more).toBe(true)
	expect(JSON.stringify(first).length).toBeLessThan(VIEW_ANSWER_CHARS * 1.5)
	for (const object of first.objects) known.set(object.id, object)
	scene[0] = cube(0, 7)
	scene[999] = cube(999, 8)
	scene.splice(500, 1)
	log.update(seen(...scene))
	follow(log, known, first.revision)
	expect([...known.values()].sort((a, b) => Number(a.id) - Number(b.id))).toEqual(scene)
})

test('any sequence of changes, read at any moments, ends with the scene as it is', () => {
	let random = 7
	const next = (below: number): number => {
		random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
		return random % below
	}
	const log = new ViewLog('a')
	const scene = new Map<number, ViewObject>()
	const known = new Map<string, ViewObject>()
	let since: string | undefined
	for (let step = 0; step < 2_000; step++) {
		const id = next(60)
		if (next(3) === 0) scene.delete(id)
		else scene.set(id, cube(id, next(5), `Cube ${next(3)}`))
		log.update(seen(...scene.values()))
		if (next(4) === 0) since = follow(log, known, since)
	}
	follow(log, known, since)
	const byId = new Map([...scene.values()].map((object) => [object.id, object]))
	expect(Object.fromEntries(known)).toEqual(Object.fromEntries(byId))
})

test('objects beyond the limit are counted', () => {
	const log = new ViewLog('a')
	log.update(seen(...Array.from({ length: MAX_VIEW_OBJECTS + 2 }, (_, i) => cube(i))))
	const known = new Map<string, ViewObject>()
	const revision = follow(log, known)
	expect(known.size).toBe(MAX_VIEW_OBJECTS)
	expect(log.answer(revision).leftOut).toEqual([{ kind: 'object', count: 2 }])
})

test('a game that removes many objects leaves a bounded memory, and a viewer that knows less gets everything', () => {
	const log = new ViewLog('a')
	log.update(seen(cube(1), cube(2)))
	const old = log.answer(undefined).revision
	for (let n = 0; n < 3; n++) {
		log.update(
			seen(cube(2), ...Array.from({ length: 4_000 }, (_, i) => cube(10_000 * (n + 1) + i))),
		)
		log.update(seen(cube(2)))
	}
	expect(log.answer(old)).toMatchObject({ whole: true, gone: [], objects: [{ id: '2' }] })
	const recent = log.answer(undefined).revision
	log.update(seen())
	expect(log.answer(recent)).toMatchObject({ whole: false, gone: ['2'] })
})
