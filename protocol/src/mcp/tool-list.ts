/**
 * The tools as an MCP client lists them: always the same few for a kind of project, in the same order, so that clients and
 * model providers can cache the list. Everything else is found with `find_tools` and called with `call_tool`.
 */
import { isListed as isListedForAgent } from '../packs/index.ts'
import type { MadeKind } from '../packs/kind.ts'
import { type ActionSpec, isForModels, type ToolSpec } from '../tools/define-tool.ts'
import { modelTool } from '../tools/model-schema.ts'
import { allTools, type ToolName, worksIn } from '../tools/registry.ts'
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

/** The kind whose tools an MCP client gets: Unity's, unless the project was made as another kind. */
export type McpKind = 'unity' | MadeKind

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
 * Tools that an MCP client can call, listed or not. It has no conversation to look back into, and no run that could start
 * others; and a project that was made as a kind has neither folder nor editor.
 */
export const isCallable = (tool: ToolSpec, kind: McpKind): boolean =>
	worksIn(tool, kind) &&
	(kind === 'unity' || tool.runsOn === 'server') &&
	isForModels(tool) &&
	tool.runsOn !== 'provider' &&
	tool.name !== 'recall' &&
	tool.name !== 'delegate'

/** Computed once each: the registry does not change during the process. */
const lists = new Map<McpKind, readonly McpTool[]>()

export function mcpTools(kind: McpKind): readonly McpTool[] {
	const known = lists.get(kind)
	if (known) return known
	const listed = allTools.filter((tool) => isListed(tool, kind))
	const further = allTools.filter((tool) => isCallable(tool, kind) && !isListed(tool, kind))
	const tools = inOrder(listed).map((tool) => naming(further, asMcpTool(tool)))
	const all = further.length === 0 ? tools : [...tools, callTool]
	lists.set(kind, all)
	return all
}

const inOrder = (tools: readonly ToolSpec[]): readonly ToolSpec[] => [
	...tools.filter((tool) => !isAlsoListed(tool)),
	...ALSO_LISTED.flatMap((name) => tools.filter((tool) => tool.name === name)),
]

/** A client's model asks only for what it knows of. */
const naming = (further: readonly ToolSpec[], tool: McpTool): McpTool =>
	tool.name === FIND_TOOLS
		? { ...tool, description: `${tool.description} There are: ${catalogueOf(further)}.` }
		: tool

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

/**
 * The hints that fit the worst call, whatever its arguments: a client cannot tell the actions of a tool apart. What only
 * reads stays a read, although a person is asked before it reads a secret.
 */
export function annotationsOf(tool: ToolSpec): McpAnnotations {
	const actions = Object.values(tool.actions)
	const changing = actions.filter(({ risk }) => risk !== 'read')
	return {
		readOnlyHint: changing.length === 0,
		destructiveHint: changing.some(mayDestroy),
		idempotentHint: actions.every(({ replay }) => replay === 'safe'),
		openWorldHint: changing.some(
			({ risk, runsScripts }) => risk === 'execute' || runsScripts === true,
		),
	}
}

/** A path that it writes may be that of a file which runs code later, or which holds secrets. */
const mayDestroy = ({ risk, runsScripts, worse, touches }: ActionSpec): boolean =>
	risk !== 'write' || runsScripts === true || worse !== undefined || touches !== undefined

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

const isAlsoListed = ({ name }: ToolSpec): boolean => ALSO_LISTED.some((one) => one === name)

/** Whether a tool is in {@link mcpTools} by its own name. */
export const isListed = (tool: ToolSpec, kind: McpKind): boolean =>
	isCallable(tool, kind) &&
	(isAlsoListed(tool) ||
		(isListedForAgent(tool, kind) && !BEHIND_SEARCH.some((name) => name === tool.name)))

/** The tools that find_tools finds for an MCP client. */
export const mcpOffer = (kind: McpKind): Offer => ({
	kind,
	isListed: (tool) => isListed(tool, kind),
	isCallable: (tool) => isCallable(tool, kind),
})
