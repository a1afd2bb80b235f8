/** What the editor as a whole does: history, play mode, scripts, console, pictures, packages, and all that no other file runs. */
import { ALL_CASES } from './kit/all-cases.ts'
import { runCases } from './kit/cases.ts'

/** Run by `objects.test.ts` and `assets.test.ts`. */
const ELSEWHERE: ReadonlySet<string> = new Set([
	...['unity_hierarchy', 'unity_component', 'unity_query'],
	...['unity_scene', 'unity_asset', 'unity_prefab'],
])

runCases(ALL_CASES.filter((list) => !ELSEWHERE.has(list.tool)))
