import type { ViewAnswer, ViewObject } from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import { expect, test } from 'vitest'
import { leftOutWords } from './left-out.ts'
import { intervalAfter } from './pace.ts'
import { SceneModel } from './scene-model.ts'

const pose = (x: number): number[] => [1, 0, 0, 0, 1, 0, 0, 0, 1, x, 0, 0]
const cube = (id: string, x = 0): ViewObject => ({
	id,
	name: id,
	pose: pose(x),
	shape: { mesh: 'Cube', color: [1, 0, 0] },
})
const answer = (change: Partial<ViewAnswer>): ViewAnswer => ({
	revision: 'a.1',
	whole: false,
	more: false,
	objects: [],
	moved: [],
	gone: [],
	leftOut: [],
	workMs: 1,
	...change,
})

test('answers add up to the scene', () => {
	const model = new SceneModel()
	model.take(answer({ whole: true, objects: [cube('a'), cube('b')] }))
	const step = model.take(
		answer({ revision: 'a.2', moved: [{ id: 'a', pose: pose(3) }], gone: ['b'] }),
	)
	expect([...model.objects.values()]).toEqual([cube('a', 3)])
	expect(step).toEqual({ whole: false, changed: [], moved: [cube('a', 3)], gone: ['b'] })
	expect(model.revision).toBe('a.2')
})

test('a whole answer forgets the scene before', () => {
	const model = new SceneModel()
	model.take(answer({ whole: true, objects: [cube('a')] }))
	model.take(answer({ whole: true, objects: [cube('b')] }))
	expect([...model.objects.keys()]).toEqual(['b'])
})

test('the rest of an answer is asked for at once, and a failure waits', () => {
	expect(intervalAfter({ workMs: 4, chars: 40_000, more: true, quiet: 0 })).toBe(0)
	expect(intervalAfter(null)).toBe(2_000)
})

test.each([
	['little has changed', 5, 200, 0, 100],
	['much has changed: 64 KB a second', 5, 32 * 1024, 0, 500],
	['the editor is slow: a tenth of its time', 40, 200, 0, 400],
	['nothing moves for the second time', 5, 80, 2, 300],
	['nothing has moved for long', 5, 80, 900, 500],
])('the interval where %s', (_, workMs, chars, quiet, interval) => {
	expect(intervalAfter({ workMs, chars, more: false, quiet })).toBe(interval)
})

test.each<[string, ViewAnswer['leftOut'], ViewObject[], string]>([
	['nothing is missing', [], [cube('a')], ''],
	[
		'something is not shown',
		[
			{ kind: 'Canvas', count: 2 },
			{ kind: 'Trail', count: 1 },
		],
		[],
		'Not shown: 2 UI canvases, 1 Trail renderer.',
	],
	[
		'something is a box',
		[],
		[{ ...cube('a'), shape: { mesh: 'box', color: [1, 1, 1] } }],
		'1 as a box.',
	],
])('the scene says what is left out where %s', (_, leftOut, objects, words) => {
	const known = new Map(objects.map((object) => [object.id, object]))
	expect(leftOutWords({ leftOut, objects: known })).toBe(words)
})
