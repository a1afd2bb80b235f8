/**
 * The tools as an MCP client lists them: always the same few, in the same order, so that clients and model
 * providers can cache the list. Everything else is found with `find_tools` and called with `call_tool`.
 */
import type { ToolSpec } from '../tools/define-tool.ts'
import { modelTool } from '../tools/model-schema.ts'
import { allTools, TOOLS, type ToolName, worksIn } from '../tools/registry.ts'
import { catalogueOf, type Offer } from '../tools/tool-search.ts'

/** A `Tool` of the MCP schema. */
export interface McpTool {
	readonly name: string
	readonly title: string
	readonly description: string
	readonly inputSchema: { readonly type: 'object' } & Readonly<Record<string, unknown>>
	readonly annotations: McpAnnotations
}

/** Hints for a client's own approval; Fairlead's approvals do not depend on them. */
export interface McpAnnotations {
	readonly readOnlyHint: boolean
	readonly destructiveHint: boolean
	readonly idempotentHint: boolean
	readonly openWorldHint: boolean
}

/** Whose tools MCP clients get. */
const MCP_KIND = 'unity'

/** Calls a tool that is not in the list. */
export const CALL_TOOL = 'call_tool'
/** Answered by the MCP server itself. */
export const FIND_TOOLS = 'find_tools'

/** Few tokens each, and what a coding agent beside Unity needs most: listed although the model's own list has them behind search. */
const ALSO_LISTED: readonly ToolName[] = [
	'execute_menu_item',
	'wait_for_editor_ready',
	'unity_tests',
]

/** Not listed, although they are in the model's own list: a coding agent searches files itself, and these tokens would be the client's. */
const BEHIND_SEARCH: readonly ToolName[] = ['search_files', 'unity_playtest']

/**
 * Tools that an MCP client can call, listed or not: those of a Unity project. It has no conversation to look back into, and no
 * run that could start others.
 */
export const isCallable = (tool: ToolSpec): boolean =>
	worksIn(tool, MCP_KIND) &&
	tool.offered !== 'never' &&
	tool.runsOn !== 'provider' &&
	tool.name !== 'recall' &&
	tool.name !== 'delegate'

const LISTED: readonly ToolSpec[] = [
	...allTools.filter(
		(tool) =>
			isCallable(tool) &&
			tool.offered === 'default' &&
			!BEHIND_SEARCH.some((name) => name === tool.name),
	),
	...ALSO_LISTED.map((name) => TOOLS[name]),
]

/** Computed once: the registry does not change during the process. */
let listed: readonly McpTool[] | null = null

export function mcpTools(): readonly McpTool[] {
	listed ??= [...LISTED.map(asMcpTool).map(namingMore), callTool]
	return listed
}

/** A client's model asks only for what it knows of. */
function namingMore(tool: McpTool): McpTool {
	if (tool.name !== FIND_TOOLS) return tool
	const more = catalogueOf(allTools.filter((one) => isCallable(one) && !LISTED.includes(one)))
	return { ...tool, description: `${tool.description} There are: ${more}.` }
}

export function asMcpTool(tool: ToolSpec): McpTool {
	const { name, description, inputSchema } = modelTool(tool)
	return {
		name,
		title: tool.title,
		description,
		inputSchema: { ...inputSchema, type: 'object' },
		annotations: annotationsOf(tool),
	}
}

/** By the worst action: a client cannot tell the actions of a tool apart. */
export function annotationsOf(tool: ToolSpec): McpAnnotations {
	const actions = Object.values(tool.actions)
	return {
		readOnlyHint: actions.every(({ risk }) => risk === 'read'),
		destructiveHint: actions.some(({ risk }) => risk === 'destructive' || risk === 'execute'),
		idempotentHint: actions.every(({ replay }) => replay === 'safe'),
		openWorldHint: actions.some(({ risk }) => risk === 'execute'),
	}
}

const callTool: McpTool = {
	name: CALL_TOOL,
	title: 'Call a further tool',
	description: 'Call a tool that find_tools found, with the arguments that it named.',
	inputSchema: {
		type: 'object',
		properties: { name: { type: 'string' }, arguments: { type: 'object' } },
		required: ['name'],
	},
	annotations: {
		readOnlyHint: false,
		destructiveHint: true,
		idempotentHint: false,
		openWorldHint: true,
	},
}

/** Whether a tool is in {@link mcpTools} by its own name. */
export const isListed = (name: string): boolean => LISTED.some((tool) => tool.name === name)

/** What find_tools finds for an MCP client. */
export const MCP_OFFER: Offer = {
	kind: MCP_KIND,
	isListed: ({ name }) => isListed(name),
	isCallable,
}
