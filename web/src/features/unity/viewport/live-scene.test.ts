import type { ViewAnswer, ViewObject } from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import { expect, test } from 'vitest'
import { LiveScene, type SceneFacts } from './live-scene.ts'
import type { SceneModel, SceneStep } from './scene-model.ts'

const AT_ZERO = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
const object = (id: string): ViewObject => ({ id, name: id, pose: AT_ZERO })

function scene() {
	const drawn: { step: SceneStep; names: string[] }[] = []
	let facts: SceneFacts | undefined
	const live = new LiveScene({
		stage: {
			touchedCount: 0,
			take: (step: SceneStep, model: SceneModel) => {
				drawn.push({ step, names: [...model.objects.keys()] })
			},
		},
		isPlaying: () => false,
		told: (told) => {
			facts = told
		},
	})
	let revision = 0
	const answer = (more: Partial<ViewAnswer>) =>
		live.take({
			revision: `r.${++revision}`,
			whole: false,
			more: false,
			objects: [],
			moved: [],
			gone: [],
			leftOut: [],
			workMs: 0,
			...more,
		})
	return { live, answer, drawn, facts: () => facts, last: () => drawn.at(-1)?.names }
}

test('the scene before a run is drawn when it is asked for, and the live one after it, with what has happened since', () => {
	const { live, answer, facts, last, drawn } = scene()
	answer({ whole: true, objects: [object('Floor'), object('Wall')] })
	live.runGoesOn('run_1')
	expect(facts()?.shown).toBeNull()
	answer({ objects: [object('Cube')], gone: ['Wall'] })
	live.runGoesOn('run_1')
	expect(facts()).toMatchObject({ shown: 'now', objects: 2 })
	live.show('before')
	expect(last()).toEqual(['Floor', 'Wall'])
	expect(facts()).toMatchObject({ shown: 'before', objects: 2 })
	const { length } = drawn
	answer({ objects: [object('Lamp')] })
	expect(drawn, 'nothing new is drawn into it').toHaveLength(length)
	live.show('now')
	expect(last()).toEqual(['Floor', 'Cube', 'Lamp'])
	expect(drawn.at(-1)?.step.keepsView).toBe(true)
})

test('the next run, or another editor, ends the comparison', () => {
	const { live, answer, facts, last } = scene()
	answer({ whole: true, objects: [object('Floor')] })
	live.runGoesOn('run_1')
	answer({ objects: [object('Cube')] })
	live.show('before')
	live.runGoesOn('run_2')
	expect(last()).toEqual(['Floor', 'Cube'])
	expect(facts()?.shown).toBeNull()
	answer({ gone: ['Cube'] })
	expect(facts()?.shown).toBe('now')
	live.clear()
	expect(facts()).toMatchObject({ shown: null, objects: 0 })
})

test('a run that began before the scene was known has nothing to compare with', () => {
	const { live, answer, facts } = scene()
	live.runGoesOn('run_1')
	answer({ whole: true, objects: [object('Floor')] })
	live.show('before')
	expect(facts()).toMatchObject({ shown: null, objects: 1 })
})
