/** The registry's titles and sentences of tools for people. Its schemas are not part of the page. */

import type { CallLabel } from '@fairlead/protocol/tools'
import { labelIn, type Titled, words } from '@fairlead/protocol/view/labels/titles'

/** Titles that the build puts here (`web/tool-titles.ts`). */
declare const TOOL_TITLES: Readonly<Record<string, Titled>>
const TITLES = TOOL_TITLES

export const titled = (tool: string): Titled | undefined =>
	Object.hasOwn(TITLES, tool) ? TITLES[tool] : undefined

/** The permission that an answer gives: "Work with assets: create material". A project's own tool goes by its name. */
export function kindOf(tool: string, action: string): string {
	const title = titled(tool)?.title ?? words(tool)
	return action === '' || action === 'run' ? title : `${title}: ${words(action)}`
}

/** The label declared beside the tool's contract. */
export const declaredLabel = (tool: string, action: string): CallLabel | undefined =>
	labelIn(titled(tool), action)
