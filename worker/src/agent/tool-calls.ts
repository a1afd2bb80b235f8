/** From the model's tool calls to calls that may be sent, wait for approval, or are answered at once. */
import { canonicalJson, failed } from '@fairlead/protocol/calls'
import type { ConversationMode } from '@fairlead/protocol/runs'
import {
	allTools,
	modelTool,
	resolveCall,
	type ToolSpec,
	toolByName,
} from '@fairlead/protocol/tools'
import { approvalFor, type ToolCall } from './run-state.ts'
import type { StoredOutcome } from './tool-results.ts'
import type { ModelPart } from './types.ts'

export interface ProposedCalls {
	readonly runId: string
	readonly stepSeq: number
	readonly mode: ConversationMode
	readonly parts: readonly ModelPart[]
	readonly now: number
	readonly hash: (text: string) => string
	/** Tools that find_tools made callable in this conversation. */
	readonly activated: readonly string[]
}

/** One call per tool-call part, in order. Wrong arguments and forbidden calls come back settled. */
export function proposeCalls(proposed: ProposedCalls): ToolCall[] {
	const offered = new Set(offeredTools(proposed.activated).map((tool) => tool.name))
	return proposed.parts
		.filter((part) => part.type === 'tool-call')
		.map((part, index) => {
			const base = {
				callId: `${proposed.runId}.${proposed.stepSeq}.${index}`,
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
			const resolution = resolveCall(part.name, part.input)
			if (!resolution.ok || !offered.has(part.name)) {
				const error = resolution.ok
					? failed('unknown_tool', `"${part.name}" is not in this conversation's tool list.`, {
							hint: 'Ask find_tools for it first.',
						}).error
					: resolution.error
				return {
					...base,
					params: {},
					argsHash: proposed.hash(part.name),
					risk: 'read',
					replay: 'safe',
					runsOn: 'worker',
					timeoutMs: 0,
					state: 'settled',
					outcome: { status: 'error', error },
				} satisfies ToolCall
			}
			const { tool, action, params } = resolution.call
			const approval = approvalFor(proposed.mode, action.risk)
			const outcome = answerHere(tool, params, approval)
			return {
				...base,
				params,
				argsHash: proposed.hash(canonicalJson({ method: tool.name, params })),
				risk: action.risk,
				replay: action.replay,
				runsOn: tool.runsOn,
				timeoutMs: action.timeoutMs,
				state: outcome ? 'settled' : approval === 'ask' ? 'awaiting_approval' : 'approved',
				outcome,
			} satisfies ToolCall
		})
}

function answerHere(
	tool: ToolSpec,
	params: Record<string, unknown>,
	approval: ReturnType<typeof approvalFor>,
): StoredOutcome | null {
	if (approval === 'deny') {
		return failed('denied', 'This conversation is read-only, so this call did not run.', {
			hint: 'For changes, the mode beside the message must be Ask or Auto.',
		})
	}
	if (tool.name === 'find_tools') return findTools(String(params['query']))
	return null
}

/** Words of the query against names, titles, descriptions and action names. */
export function findTools(query: string): StoredOutcome {
	const words = query
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter((w) => w.length > 2)
	const scored = allTools
		.filter((tool) => tool.offered === 'search')
		.map((tool) => {
			const actions = Object.entries(tool.actions).map(([n, a]) => `${n} ${a.summary}`)
			const text =
				`${tool.name} ${tool.title} ${tool.description} ${actions.join(' ')}`.toLowerCase()
			return { tool, score: words.filter((word) => text.includes(stem(word))).length }
		})
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score)
		.slice(0, 3)
	const found = scored.length > 0 ? scored.map(({ tool }) => tool) : []
	return {
		status: 'ok',
		result: {
			tools: (found.length > 0 ? found : allTools.filter((t) => t.offered === 'search')).map(
				(tool) => ({ name: tool.name, description: tool.description }),
			),
			activated: found.map((tool) => tool.name),
		},
	}
}

const stem = (word: string): string => (word.endsWith('s') ? word.slice(0, -1) : word)

/** The tools a model is told of: the default list, then those that were found, in that order. */
export function offeredTools(activated: readonly string[]): readonly ToolSpec[] {
	const found = activated.flatMap((name) => toolByName(name) ?? [])
	return [
		...allTools.filter((tool) => tool.offered === 'default' && tool.runsOn !== 'provider'),
		...found.filter((tool) => tool.offered === 'search'),
	]
}

/** As JSON Schema, computed once per set: the registry does not change while the process lives. */
const schemas = new Map<string, ReturnType<typeof modelTool>>()
export function modelTools(tools: readonly ToolSpec[]): ReturnType<typeof modelTool>[] {
	return tools.map((tool) => {
		const known = schemas.get(tool.name) ?? modelTool(tool)
		schemas.set(tool.name, known)
		return known
	})
}
