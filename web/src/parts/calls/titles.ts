/** The registry's titles of tools for people. Its schemas are not part of the page: only the named members are bundled. */
import type { CallLabel } from '@fairlead/protocol/tools'

const titles = import.meta.glob<string>('./*.json', {
	base: '../../../../protocol/schemas',
	eager: true,
	import: 'title',
})
const labels = import.meta.glob<Readonly<Record<string, CallLabel>>>('./*.json', {
	base: '../../../../protocol/schemas',
	eager: true,
	import: 'labels',
})

const fileOf = (tool: string): string => `./${tool}.json`
/** Title of an MCP server's tool, the server first: "tracker: create issue". */
export const words = (identifier: string): string =>
	identifier.replace('__', ': ').replaceAll('_', ' ')

/** The permission that an answer gives: "Work with assets: create material". A project's own tool goes by its name. */
export function kindOf(tool: string, action: string): string {
	const title = titles[fileOf(tool)] ?? words(tool)
	return action === '' || action === 'run' ? title : `${title}: ${words(action)}`
}

/** As declared beside the tool's contract. */
export function declaredLabel(tool: string, action: string): CallLabel | undefined {
	const declared = labels[fileOf(tool)] ?? {}
	const key = action || 'run'
	return Object.hasOwn(declared, key) ? declared[key] : undefined
}
