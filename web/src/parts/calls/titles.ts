/** The registry's titles and sentences of tools for people. Its schemas are not part of the page. */
import type { CallLabel } from '@fairlead/protocol/tools'

/** Put here by the build (`web/tool-titles.ts`). */
declare const TOOL_TITLES: Readonly<Record<string, Titled>>
const TITLES = TOOL_TITLES

interface Titled {
	readonly title: string
	readonly labels?: Readonly<Record<string, CallLabel>>
}

const titled = (tool: string): Titled | undefined =>
	Object.hasOwn(TITLES, tool) ? TITLES[tool] : undefined

/** Title of an MCP server's tool, the server first: "tracker: create issue". */
export const words = (identifier: string): string =>
	identifier.replace('__', ': ').replaceAll('_', ' ')

/** The permission that an answer gives: "Work with assets: create material". A project's own tool goes by its name. */
export function kindOf(tool: string, action: string): string {
	const title = titled(tool)?.title ?? words(tool)
	return action === '' || action === 'run' ? title : `${title}: ${words(action)}`
}

/** As declared beside the tool's contract. */
export function declaredLabel(tool: string, action: string): CallLabel | undefined {
	const declared = titled(tool)?.labels ?? {}
	const key = action || 'run'
	return Object.hasOwn(declared, key) ? declared[key] : undefined
}
