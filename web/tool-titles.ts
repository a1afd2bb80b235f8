/**
 * Title and sentences of every tool, put into the page's code when it is built: the registry itself, with
 * its schemas, is not part of the page.
 */
import { allTools } from '@fairlead/protocol/tools'

/** The constant for Vite's `define`. */
export const toolTitles = {
	TOOL_TITLES: JSON.stringify(
		Object.fromEntries(
			allTools.map(({ name, title, labels }) => [name, labels ? { title, labels } : { title }]),
		),
	),
}
