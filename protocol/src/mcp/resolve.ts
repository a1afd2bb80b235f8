/** Turns a `tools/call` into a call of the registry or of the Unity project, or answers it at once. Pure. */

import type { ProjectKind } from '../packs/kind.ts'
import { asModelTool, resolveCustomCall } from '../tools/custom-tools.ts'
import type { Replay, Risk, Runner } from '../tools/define-tool.ts'
import { unknownTool } from '../tools/mistakes/unknown-tool.ts'
import { modelTool } from '../tools/model-schema.ts'
import { permissionsOfResolved, type RiskyPermission, worstRisk } from '../tools/permissions.ts'
import { allTools, type ResolvedCall, resolveCall, toolByName } from '../tools/registry.ts'
import { MAX_RESULT_CHARS } from '../tools/result-text.ts'
import { findTools, type WantedTools } from '../tools/tool-search.ts'
import { type CallError, type CallOutcome, failed } from '../wire/calls.ts'
import type { CustomTool } from '../wire/editor-link.ts'
import { calledTool, innerName } from './called-tool.ts'
import { isRunTool, RUN_TOOLS } from './runs/run-tools.ts'
import { CALL_TOOL, FIND_TOOLS, isCallable, isListed, type McpKind, mcpOffer } from './tool-list.ts'

/** A call whose arguments were checked. Whether it may run is decided by the server. */
export interface McpCall {
	readonly name: string
	readonly params: Record<string, unknown>
	/** The highest risk in it. */
	readonly risk: Risk
	readonly replay: Replay
	readonly runsOn: Runner
	readonly timeoutMs: number
	/** The permissions that have to be given. */
	readonly permissions: readonly RiskyPermission[]
	/** The outcome comes only after a compile or reload. */
	readonly pauses: boolean
	/** The editor can say beforehand why it would refuse it: `unity_check`. */
	readonly checked: boolean
	/** The kind of the folder that the call works in. Default: a Unity project. */
	readonly folder?: ProjectKind
}

/** Room for the notes and the hint. */
const MAX_SCHEMAS_CHARS = MAX_RESULT_CHARS - 1_500

export type Resolved =
	| {
			readonly kind: 'call'
			readonly call: McpCall
			/** The registry's form of the call, for a caller that runs it in this process; null for the project's own tools. */
			readonly resolved: ResolvedCall | null
	  }
	/** Nothing has to run: the answer of `find_tools`, or an error. */
	| { readonly kind: 'answer'; readonly call: AnsweredCall; readonly outcome: CallOutcome }

/** The part of a call that {@link toolResult} needs. */
export type AnsweredCall = Pick<McpCall, 'name' | 'params' | 'risk'>

/** The project in which a call is made. */
export interface McpPlace {
	readonly kind: McpKind
	/** The kind of the folder: which of its files run code by themselves. Default: a Unity project. */
	readonly folder?: ProjectKind
	/** The Unity project's own tools, as its editor announced them. */
	readonly custom: readonly CustomTool[]
}

export function resolveMcpCall(
	name: string,
	args: Readonly<Record<string, unknown>>,
	{ kind, folder = 'unity', custom }: McpPlace,
): Resolved {
	// Tools of MCP servers are for Fairlead's own agent; the names of tools for runs are reserved, like the registry's.
	const own = custom.filter((tool) => tool.server === undefined && !isRunTool(tool.name))
	const place = { kind, folder, custom: own }
	const called = calledTool({ name, args })
	if (called.name !== CALL_TOOL) return resolveNamed(called.name, called.args, place)
	const inner = innerName(args)
	return inner === undefined
		? refused(name, wrong('call_tool needs "name": the name of a tool.'))
		: refused(inner, wrong('call_tool takes "arguments" as a JSON object.'))
}

function resolveNamed(
	name: string,
	args: Readonly<Record<string, unknown>>,
	place: Required<McpPlace>,
): Resolved {
	const tool = toolByName(name)
	// Names of built-in tools are reserved.
	const own = tool ? undefined : place.custom.find((one) => one.name === name)
	if (own) return resolveOwn(own, args)
	if (!tool) return refused(name, unknownTool(name, namesIn(place)))
	if (!isCallable(tool, place.kind))
		return refused(name, failed('unknown_tool', `"${name}" cannot be called over MCP.`).error)
	const resolution = resolveCall(name, args)
	if (!resolution.ok) return refused(name, resolution.error)
	const { params, action } = resolution.call
	if (name === FIND_TOOLS) return found(params, place)
	const permissions = permissionsOfResolved(resolution.call, place.folder)
	return {
		kind: 'call',
		call: {
			name,
			params,
			risk: worstRisk(permissions),
			replay: action.replay,
			runsOn: resolution.call.tool.runsOn,
			timeoutMs: action.timeoutMs,
			permissions,
			pauses: action.pauses === true,
			checked: action.checked === true,
			folder: place.folder,
		},
		resolved: resolution.call,
	}
}

const namesIn = ({ kind, custom }: McpPlace): string[] =>
	[...allTools.filter((tool) => isCallable(tool, kind)), ...RUN_TOOLS, ...custom].map(
		({ name }) => name,
	)

function resolveOwn(tool: CustomTool, args: Readonly<Record<string, unknown>>): Resolved {
	const resolved = resolveCustomCall(tool, args)
	if (!resolved.ok) return refused(tool.name, resolved.error)
	const { params, risk, replay, timeoutMs } = resolved
	const permissions = [{ tool: tool.name, action: 'run', risk }]
	const fixed = { runsOn: 'editor', pauses: false, checked: false } as const
	return {
		kind: 'call',
		call: { name: tool.name, params, risk, replay, timeoutMs, permissions, ...fixed },
		resolved: null,
	}
}

const wrong = (message: string): CallError => failed('invalid_arguments', message).error

const refused = (name: string, error: CallError): Resolved => ({
	kind: 'answer',
	call: { name, params: {}, risk: 'read' },
	outcome: { status: 'error', error },
})

/** A client's list stays as it is, so the schemas of what was found are in the answer. */
function found(params: Record<string, unknown>, { kind, custom }: McpPlace): Resolved {
	const answer = findTools(params as WantedTools, custom, mcpOffer(kind))
	if (answer.status === 'error') return refused(FIND_TOOLS, answer.error)
	const { result } = answer
	const schemas = result.activated.flatMap((name) => {
		const tool = toolByName(name)
		const own = custom.find((one) => one.name === name)
		const seen = tool ? modelTool(tool) : own ? asModelTool(own) : null
		return seen ? [seen] : []
	})
	const others = result.tools.filter(({ name }) => !result.activated.includes(name))
	const shown = fitting(schemas)
	const left = schemas.slice(shown.length).map(({ name }) => name)
	const notes = [
		...(left.length === 0
			? []
			: [`Too long for one answer: ask again with the names ${left.join(', ')}.`]),
		...(result.note === undefined ? [] : [result.note]),
	]
	const hint = shown.every(({ name }) => isInList(name, kind))
		? 'Call them directly: they are in your list.'
		: 'Call them with call_tool: {"name": …, "arguments": {…}}.'
	return {
		kind: 'answer',
		call: { name: FIND_TOOLS, params, risk: 'read' },
		outcome: {
			status: 'ok',
			result: {
				...(notes.length === 0 ? {} : { note: notes.join(' ') }),
				tools: shown,
				...(shown.length > 0 ? { hint } : {}),
				...(others.length > 0 ? { others } : {}),
			},
		},
	}
}

/** The first schemas, whole, that an answer has room for; one at least. */
function fitting<T>(schemas: readonly T[]): readonly T[] {
	let chars = 0
	const end = schemas.findIndex((one, at) => {
		chars += JSON.stringify(one).length + 1
		return at > 0 && chars > MAX_SCHEMAS_CHARS
	})
	return end === -1 ? schemas : schemas.slice(0, end)
}

function isInList(name: string, kind: McpKind): boolean {
	const tool = toolByName(name)
	return tool !== undefined && isListed(tool, kind)
}
