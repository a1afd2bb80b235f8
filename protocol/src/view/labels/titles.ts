/** Titles and sentences that tools declare, as a reader has them: the page without the tools' schemas. Pure. */
import type { CallLabel } from '../../tools/index.ts'

export interface Titled {
	readonly title: string
	readonly labels?: Readonly<Record<string, CallLabel>> | undefined
}
/** Returns undefined if it is not one of our tools. */
export type TitleOf = (tool: string) => Titled | undefined

/** Title of an MCP server's tool, the server first: "tracker: create issue". */
export const words = (identifier: string): string =>
	identifier.replace('__', ': ').replaceAll('_', ' ')

/** The label that is declared beside the tool's contract. */
export function labelIn(titled: Titled | undefined, action: string): CallLabel | undefined {
	const declared = titled?.labels ?? {}
	const key = action || 'run'
	return Object.hasOwn(declared, key) ? declared[key] : undefined
}
