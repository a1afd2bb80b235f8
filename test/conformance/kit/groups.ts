/** Groups of tools whose cases share one editor: one test file each, so that the files run in parallel. */
import type { ToolName } from '@fairlead/protocol/tools'
import { ALL_CASES } from './all-cases.ts'
import type { CaseList } from './cases.ts'

const GROUPS = {
	objects: ['unity_hierarchy', 'unity_component', 'unity_query'],
	assets: ['unity_scene', 'unity_asset', 'unity_prefab'],
} as const satisfies Record<string, readonly ToolName[]>

const grouped: ReadonlySet<ToolName> = new Set(Object.values(GROUPS).flat())

export const casesOf = (group: keyof typeof GROUPS): CaseList[] => {
	const tools: readonly ToolName[] = GROUPS[group]
	return ALL_CASES.filter((list) => tools.includes(list.tool))
}

/** The cases of all tools that are in no group. */
export const casesElsewhere = (): CaseList[] => ALL_CASES.filter((list) => !grouped.has(list.tool))
