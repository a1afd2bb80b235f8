/** The project's own tools (`[FairleadTool]`) as the conversation's object keeps them. */

import { toolByName } from '@fairlead/protocol/tools'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import type { RunStore } from '../run/run-store.ts'

const SETTING = 'custom_tools'

/** The list that the room reported last. */
export const customTools = (store: Pick<RunStore, 'setting'>): readonly CustomTool[] =>
	JSON.parse(store.setting(SETTING) ?? '[]') as CustomTool[]

/** Stores the tools; writes only if they changed. Names of built-in tools are reserved. */
export function keepCustomTools(
	store: Pick<RunStore, 'setting' | 'setSetting'>,
	tools: readonly CustomTool[],
): void {
	const text = JSON.stringify(tools.filter((tool) => !toolByName(tool.name)))
	if (text !== (store.setting(SETTING) ?? '[]')) store.setSetting(SETTING, text)
}
