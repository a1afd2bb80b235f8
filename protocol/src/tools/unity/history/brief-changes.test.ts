import { expect, test } from 'vitest'
import { bag, list } from '../../../wire/safe-read.ts'
import { TOOLS } from '../../index.ts'
import { resultText } from '../../result-text.ts'

const read = (name: string, params: Record<string, unknown>, result: unknown) =>
	JSON.parse(resultText({ name, params, risk: 'write' }, result))

const { modify, add } = TOOLS.unity_component.actions

test('a model reads the values that hold now, and what was not set', () => {
	const [plain, partial] = modify.examples
	expect(read('unity_component', plain?.args ?? {}, plain?.result)).toEqual({
		componentId: '1220',
		gameObjectId: '1204',
		gameObjectName: 'Cube',
		values: { mass: 5 },
	})
	const half = read('unity_component', partial?.args ?? {}, partial?.result)
	expect(half).toMatchObject({
		note: expect.stringContaining('drag'),
		values: { mass: 5 },
		failed: [{ property: 'drag', available: expect.arrayContaining(['linearDamping']) }],
	})
	expect(Object.keys(half)[0]).toBe('note')
})

test('a component that was added without values does not look like a failure', () => {
	const [example] = add.examples
	const text = JSON.stringify(read('unity_component', example?.args ?? {}, example?.result))
	expect(text).not.toMatch(/Count|results/)
})

test('a batch answers with ids, values and failures, without an echo', () => {
	const [made] = TOOLS.unity_batch.actions.run.examples
	const [change] = modify.examples
	const results = [...list(bag(made?.result)['results']), change?.result]
	expect(read('unity_batch', made?.args ?? {}, { results, count: 3 })).toEqual({
		results: [
			{ instanceId: '1204', path: '/Cube' },
			{ componentId: '1220', gameObjectId: '1204' },
			{ componentId: '1220', gameObjectId: '1204', values: { mass: 5 } },
		],
		count: 3,
	})
})
