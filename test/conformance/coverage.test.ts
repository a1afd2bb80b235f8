/** No action of an editor tool without a case: whoever adds one is told here what is missing. */
import { allTools } from '@fairlead/protocol/tools'
import { describe, expect, test } from 'vitest'
import { assetCases } from './cases/asset.ts'
import { batchCases } from './cases/batch.ts'
import { buildCases } from './cases/build.ts'
import { captureCases } from './cases/capture.ts'
import { componentCases } from './cases/component.ts'
import { consoleCases, menuCases } from './cases/console.ts'
import { editorCases } from './cases/editor.ts'
import { executeCases } from './cases/execute.ts'
import { hierarchyCases } from './cases/hierarchy.ts'
import { historyCases } from './cases/history.ts'
import { packageCases } from './cases/packages.ts'
import { playCases } from './cases/play.ts'
import { playtestCases } from './cases/playtest.ts'
import { prefabCases } from './cases/prefab.ts'
import { profileCases } from './cases/profile.ts'
import { queryCases } from './cases/query.ts'
import { sceneCases } from './cases/scene.ts'
import { screenshotCases } from './cases/screenshot.ts'
import { refreshCases } from './cases/scripts.ts'
import { testRunCases } from './cases/tests.ts'
import { undoCases } from './cases/undo.ts'

const CASES = [
	...[queryCases, hierarchyCases, componentCases, sceneCases, refreshCases, playCases],
	...[
		captureCases,
		editorCases,
		screenshotCases,
		undoCases,
		historyCases,
		prefabCases,
		assetCases,
		batchCases,
		testRunCases,
	],
	...[packageCases, consoleCases, menuCases],
	...[executeCases, playtestCases, buildCases, profileCases],
].flatMap((list) => list.cases)

const ACTIONS = allTools
	.filter((tool) => tool.runsOn === 'editor')
	.flatMap((tool) => Object.keys(tool.actions).map((action) => [tool.name, action] as const))

describe('every action of every editor tool has', () => {
	test.each(ACTIONS)('%s %s: a case in which it works', (tool, action) => {
		const found = CASES.filter((one) => one.tool === tool && one.action === action)
		expect(found.map((one) => one.expects)).toContain('ok')
	})

	test.each(ACTIONS)('%s %s: a case in which it says no', (tool, action) => {
		const found = CASES.filter((one) => one.tool === tool && one.action === action)
		expect(found.filter((one) => one.expects !== 'ok')).not.toEqual([])
	})
})

test('no case is about an action that does not exist', () => {
	const known = new Set(ACTIONS.map((pair) => pair.join(' ')))
	expect(CASES.filter((one) => !known.has(`${one.tool} ${one.action}`))).toEqual([])
})
