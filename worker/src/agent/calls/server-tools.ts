/** The tools of the project's MCP servers as the conversation's object keeps them. */
import type { ServerTool } from '@fairlead/protocol/projects/mcp-servers'
import { serverToolParts } from '@fairlead/protocol/projects/mcp-servers'
import type { RunStore } from '../run/run-store.ts'

const SETTING = 'server_tools'

/** The list that the project reported last. */
export const serverTools = (store: Pick<RunStore, 'setting'>): readonly ServerTool[] =>
	JSON.parse(store.setting(SETTING) ?? '[]') as ServerTool[]

/** Writes only if they changed. */
export function keepServerTools(
	store: Pick<RunStore, 'setting' | 'setSetting'>,
	tools: readonly ServerTool[],
): void {
	const text = JSON.stringify(tools)
	if (text !== (store.setting(SETTING) ?? '[]')) store.setSetting(SETTING, text)
}

/** The servers' names, for the model: it cannot search for what it does not know of. */
export const serverNames = (tools: readonly Pick<ServerTool, 'name'>[]): readonly string[] => [
	...new Set(tools.flatMap(({ name }) => serverToolParts(name)?.server ?? [])),
]
