/** Every action of an editor tool has cases; this test names missing ones. */
import { allTools } from '@fairlead/protocol/tools'
import { describe, expect, test } from 'vitest'
import { ALL_CASES } from './kit/all-cases.ts'

const CASES = ALL_CASES.flatMap((list) => list.cases)

const ACTIONS = allTools
	.filter((tool) => tool.runsOn === 'editor')
	.flatMap((tool) => Object.keys(tool.actions).map((action) => [tool.name, action] as const))

describe('every action of every editor tool has', () => {
	test.each(ACTIONS)('%s %s: a case in which it works', (tool, action) => {
		const found = CASES.filter((one) => one.tool === tool && one.action === action)
		expect(found.map((one) => one.expects)).toContain('ok')
	})

	test.each(ACTIONS)('%s %s: a case in which it fails', (tool, action) => {
		const found = CASES.filter((one) => one.tool === tool && one.action === action)
		expect(found.filter((one) => one.expects !== 'ok')).not.toEqual([])
	})
})

test('no case is about an action that does not exist', () => {
	const known = new Set(ACTIONS.map((pair) => pair.join(' ')))
	expect(CASES.filter((one) => !known.has(`${one.tool} ${one.action}`))).toEqual([])
})

test('every set-up is for the examples of one action, and no action has two', () => {
	const known = allTools.flatMap((tool) =>
		Object.keys(tool.actions).map((action) => `${tool.name} ${action}`),
	)
	const setUps = ALL_CASES.flatMap((list) =>
		[...list.setUps.keys()].map((action) => `${list.tool} ${action}`),
	)
	expect(setUps.filter((one) => !known.includes(one))).toEqual([])
	expect(setUps.filter((one, at) => setUps.indexOf(one) !== at)).toEqual([])
})
