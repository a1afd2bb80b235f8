/** Turns the model's tool calls into calls that may be sent, wait for approval, or are answered at once. */

import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import type { ProjectKind } from '@fairlead/protocol/packs/kind'
import type { ServerTool } from '@fairlead/protocol/projects/mcp-servers'
import {
	agentOffer,
	allTools,
	asModelTool,
	callIdIn,
	catalogue,
	isListed,
	MAX_SEARCHES_PER_RUN,
	type ModelTool,
	modelTool,
	permissionsOf,
	readsSecrets,
	refusedPlace,
	resolveCall,
	resolveCustomCall,
	type ToolSpec,
	toolByName,
	unboundCode,
	undoGroupId,
	unknownTool,
	worksIn,
	worstRisk,
} from '@fairlead/protocol/tools'
import { type CallError, canonicalJson, failed } from '@fairlead/protocol/wire/calls'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import type { LoadedSkills } from '../context/account-skills.ts'
import { refusedInput } from '../model/input-limit.ts'
import type { ModelPart } from '../model/types.ts'
import { answeredHere } from '../packs/answers.ts'
import { judged, type Remembered, refusalText } from '../policy/approvals.ts'
import type { ToolCall } from '../run/run-state.ts'
import { NO_DEEPER, NOBODY_ASKED, SAY_IT } from '../sub-agents/words.ts'
import { OWN_SEARCH, TOO_MANY_SEARCHES } from './own-search.ts'
import { serverNames } from './server-tools.ts'
import type { StoredOutcome } from './tool-results.ts'

/** Besides the registry: tools that find_tools made callable, the project's own, and those of its MCP servers. */
export interface MoreTools {
	/** Unity's tools are offered in a Unity project. */
	readonly projectKind: ProjectKind
	readonly activated: readonly string[]
	/** Web search with a person's key is offered. */
	readonly ownSearch: boolean
	readonly custom: readonly CustomTool[]
	readonly servers: readonly ServerTool[]
	/** The run of a sub-agent: nobody is asked, and it starts no others. */
	readonly asksNobody?: boolean
}

export interface ProposedCalls extends MoreTools {
	readonly runId: string
	readonly stepSeq: number
	readonly mode: ConversationMode
	readonly parts: readonly ModelPart[]
	readonly now: number
	readonly hash: (text: string) => string
	/** An earlier answer that decides this call; null: a person is asked. */
	readonly remembered: (call: Pick<ToolCall, 'name' | 'params' | 'risk'>) => Remembered | null
	/** Answers a call of `recall`. */
	readonly recall: (params: Readonly<Record<string, unknown>>) => StoredOutcome
	/** Answers calls of `load_skill` for skills of the account. */
	readonly skills: LoadedSkills
	/** Searches of the run with a person's key, before this answer. */
	readonly searches: number
	/** Why the editor would refuse a call that a person would be asked about, by the model's id of it. */
	readonly refused: ReadonlyMap<string, CallError>
	readonly asksNobody: boolean
}

/** One call per tool-call part, in order. Wrong arguments and forbidden calls come back settled. */
export function proposeCalls(proposed: ProposedCalls): ToolCall[] {
	const offered = new Set(callableTools(proposed).map((tool) => tool.name))
	let { searches } = proposed
	return proposed.parts
		.filter((part) => part.type === 'tool-call')
		.map((part, index) => {
			const base = {
				callId: callIdIn(undoGroupId(proposed.runId, proposed.stepSeq), index),
				runId: proposed.runId,
				stepSeq: proposed.stepSeq,
				index,
				toolCallId: part.callId,
				name: part.name,
				createdAt: proposed.now,
				attempts: 0,
				nextAt: null,
				waiting: null,
				editorKey: null,
				editorName: null,
				epoch: 0,
			}
			const refused = refusedInput(part.input)
			if (refused !== null) return refusedCall(base, failed('too_large', refused).error, proposed)
			const own = activeForeign(proposed).find(({ tool }) => tool.name === part.name)
			if (own) return foreignCall(base, own, part.input, proposed)
			if (!offered.has(part.name))
				return refusedCall(base, notOffered(part.name, proposed), proposed)
			const resolution = resolveCall(part.name, part.input)
			if (!resolution.ok) return refusedCall(base, resolution.error, proposed)
			const { tool, action, params } = resolution.call
			const permissions = permissionsOf(tool.name, params, proposed.projectKind)
			const risk = worstRisk(permissions)
			const isSearch = tool.name === OWN_SEARCH
			const verdict =
				isSearch && ++searches > MAX_SEARCHES_PER_RUN
					? ({ state: 'settled', outcome: TOO_MANY_SEARCHES } as const)
					: decided(
							{
								...base,
								params,
								risk,
								refusal:
									refusedPlace(resolution.call, proposed.projectKind) ??
									unboundCode({ name: tool.name, params }, proposed.projectKind),
							},
							proposed,
						)
			return {
				...base,
				params,
				argsHash: proposed.hash(canonicalJson({ method: tool.name, params })),
				risk,
				replay: action.replay,
				// The provider's own searches do not come here.
				runsOn: tool.runsOn === 'provider' ? 'server' : tool.runsOn,
				timeoutMs: action.timeoutMs,
				...verdict,
			} satisfies ToolCall
		})
}

type Base = Omit<
	ToolCall,
	'params' | 'argsHash' | 'risk' | 'replay' | 'runsOn' | 'timeoutMs' | 'state' | 'outcome'
>

const refusedCall = (base: Base, error: CallError, { hash }: ProposedCalls): ToolCall => ({
	...base,
	params: {},
	argsHash: hash(base.name),
	risk: 'read',
	replay: 'safe',
	runsOn: 'worker',
	timeoutMs: 0,
	state: 'settled',
	outcome: { status: 'error', error },
})

function foreignCall(
	base: Base,
	{ tool, runsOn }: ForeignTool,
	input: unknown,
	proposed: ProposedCalls,
): ToolCall {
	const resolved = resolveCustomCall(tool, input)
	if (!resolved.ok) return refusedCall(base, resolved.error, proposed)
	const { params, risk, replay, timeoutMs } = resolved
	return {
		...base,
		params,
		argsHash: proposed.hash(canonicalJson({ method: tool.name, params })),
		risk,
		replay,
		runsOn,
		timeoutMs,
		...decided({ ...base, params, risk, refusal: null }, proposed),
	}
}

type Proposal = Pick<ToolCall, 'name' | 'params' | 'risk' | 'toolCallId'> & {
	/** Why nobody is asked about it: no answer would let it run. */
	readonly refusal: CallError | null
}

/** Whether a call may run, needs approval, or already has its answer. */
function decided(
	{ name, params, risk, refusal, toolCallId }: Proposal,
	proposed: ProposedCalls,
): Pick<ToolCall, 'state' | 'outcome'> {
	const { remembered, skills, refused, asksNobody } = proposed
	const settled = (outcome: StoredOutcome) => ({ state: 'settled', outcome }) as const
	if (name === 'delegate' && asksNobody) return settled(NO_DEEPER)
	const call = { name, params, risk }
	switch (judged(call, proposed).verdict) {
		case 'deny':
			return settled(
				failed(
					'denied',
					`This ${asksNobody ? 'sub-agent' : 'conversation'} is read-only${readsSecrets(call) ? ', and reads no files that usually hold secrets' : ''}, so this call did not run.`,
					{
						hint: asksNobody ? SAY_IT : 'To allow it, the user must set the mode to Ask or Auto.',
						data: { mode: 'read-only' },
					},
				),
			)
		case 'ask': {
			const answer = remembered(call)
			if (answer === null) {
				const error = refusal ?? refused.get(toolCallId)
				if (error) return settled({ status: 'error', error })
				if (asksNobody) return settled(NOBODY_ASKED)
				return { state: 'awaiting_approval', outcome: null }
			}
			if (answer.approved) return { state: 'approved', outcome: null }
			return settled(failed('denied', refusalText(answer.reason, answer.scope)))
		}
		case 'run': {
			const ofAccount = name === 'load_skill' ? skills.get(String(params['name'])) : undefined
			const answer = ofAccount ?? answeredHere(name, params, proposed)
			return answer ? settled(answer) : { state: 'approved', outcome: null }
		}
	}
}

function notOffered(name: string, more: MoreTools): CallError {
	const { projectKind: kind, custom, servers } = more
	const tool = toolByName(name)
	if (tool && kind === 'corewar' && !worksIn(tool, kind)) {
		return failed(
			'unsupported',
			`${name} is not part of a Core War project, which has no folder.`,
			{
				hint: 'Use the tools in your list, or tell the user that this needs another project.',
			},
		).error
	}
	if (tool && worksIn(tool, 'unity') && !worksIn(tool, kind)) {
		const hint =
			'Use the file tools, run_command and git, or tell the user that this needs a Unity project.'
		return failed('unsupported', `${name} needs a Unity project, and this folder is not one.`, {
			hint,
		}).error
	}
	if (tool && worksIn(tool, 'corewar') && !worksIn(tool, kind)) {
		const hint = 'Use the tools in your list, or tell the user that this needs another project.'
		return failed('unsupported', `${name} needs a Core War project.`, { hint }).error
	}
	const found = [...custom, ...servers].some((one) => one.name === name)
	if (found)
		return failed('unknown_tool', `"${name}" is not in this conversation's tool list.`, {
			hint: 'Ask find_tools for it first, by its name.',
		}).error
	if (tool?.runsOn === 'provider')
		return failed('unknown_tool', `${name} is not available in this conversation.`, {
			hint: 'Tell the user, who can add a key of a search service in the settings.',
		}).error
	return unknownTool(
		name,
		[...callableTools(more), ...custom, ...servers].map((one) => one.name),
	)
}

/** The tools that a model is offered: the default list, then the found ones, in that order. */
export function offeredTools({
	activated,
	projectKind: kind,
	ownSearch,
}: Pick<MoreTools, 'activated' | 'projectKind' | 'ownSearch'>): readonly ToolSpec[] {
	const found = activated.flatMap((name) => toolByName(name) ?? [])
	return [
		...allTools.filter((tool) => isListed(tool, kind) || (ownSearch && tool.name === OWN_SEARCH)),
		...found.filter(
			(tool) => tool.offered === 'search' && worksIn(tool, kind) && !isListed(tool, kind),
		),
	]
}

/**
 * The tools that a model may call, also those behind find_tools: a model that knows a tool's right name need not ask for
 * it first. Tools of the project and of its servers are called only after they were found.
 */
const callableTools = (more: MoreTools): readonly ToolSpec[] => [
	...offeredTools(more),
	...allTools.filter(
		(tool) =>
			tool.offered === 'search' && tool.runsOn !== 'provider' && worksIn(tool, more.projectKind),
	),
	// Only the call of a program on the desk names them: see `callableIn`.
	...allTools.filter(({ name, offered }) => offered === 'desk' && more.activated.includes(name)),
]

/** A tool that is not in the registry. */
interface ForeignTool {
	readonly tool: CustomTool | ServerTool
	readonly runsOn: 'editor' | 'relay' | 'server'
}

/** A tool of the Unity project that has the name of a server's tool cannot be called: the server was chosen by a person. */
function activeForeign({ activated, custom, servers }: MoreTools): readonly ForeignTool[] {
	const taken = new Set(servers.map(({ name }) => name))
	return [
		...custom
			.filter(({ name }) => !taken.has(name))
			.map((tool) => ({ tool, runsOn: tool.server === undefined ? 'editor' : 'relay' }) as const),
		...servers.map((tool) => ({ tool, runsOn: 'server' }) as const),
	].filter(({ tool }) => activated.includes(tool.name))
}

/** The list as a model gets it: built-in tools, then the project's found ones. */
export const toolList = (more: MoreTools): ModelTool[] => [
	...modelTools(offeredTools(more).filter(agentOffer(more.projectKind, more.asksNobody).isCallable))
		.map((tool) => forFolder(tool, more.projectKind))
		.map((tool) => namingMore(tool, more)),
	...activeForeign(more).map(({ tool }) => asModelTool(tool)),
]

/** Descriptions name Unity's files, and tools that are not offered in a plain folder. */
function forFolder(tool: ModelTool, kind: ProjectKind): ModelTool {
	const description = kind === 'plain' ? toolByName(tool.name)?.inPlainFolder : undefined
	return description === undefined ? tool : { ...tool, description }
}

/** A model searches only for what it knows of. */
function namingMore(
	tool: ModelTool,
	{ servers, custom, projectKind, asksNobody }: MoreTools,
): ModelTool {
	if (tool.name !== 'find_tools') return tool
	const desk = new Set(custom.flatMap(({ server }) => server ?? []))
	const names = [...serverNames(servers), ...desk]
	const ofServers = names.length === 0 ? '' : `; tools of the MCP servers ${names.join(', ')}`
	const more = `There are: ${catalogue(projectKind, asksNobody)}${ofServers}.`
	return { ...tool, description: `${tool.description} ${more}` }
}

/** JSON Schemas by tool name, each computed once: the registry does not change during the process. */
const schemas = new Map<string, ReturnType<typeof modelTool>>()
export function modelTools(tools: readonly ToolSpec[]): ReturnType<typeof modelTool>[] {
	return tools.map((tool) => {
		const known = schemas.get(tool.name) ?? modelTool(tool)
		schemas.set(tool.name, known)
		return known
	})
}

/** Calls per answer. A model that asks for more is looping; each call costs rows and editor time. */
const MAX_CALLS_PER_STEP = 64
export const TOO_MANY_CALLS = `Not run: one answer can make at most ${MAX_CALLS_PER_STEP} calls.`

/** Calls beyond the limit. They are dropped from what the model sees of its own request. */
export function surplusCalls(
	parts: readonly ModelPart[],
): readonly Extract<ModelPart, { type: 'tool-call' }>[] {
	return parts.filter((part) => part.type === 'tool-call').slice(MAX_CALLS_PER_STEP)
}
