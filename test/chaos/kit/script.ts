/** Random conversations: the user's messages, the model's answers step by step, its calls. */
import type { Budget, ConversationMode } from '@fairlead/protocol/conversations/runs'
import type { ApprovalScope } from '@fairlead/protocol/conversations/stream-parts'
import type { ModelPart, ProviderEvent } from '../../../worker/src/agent/model/types.ts'
import type { Random } from './random.ts'

export interface ScriptedCall {
	readonly token: string
	readonly toolCallId: string
	readonly name: string
	readonly input: Record<string, unknown>
	/** The user's answer if asked about this call only. */
	readonly approved: boolean
}

export interface ScriptedStep {
	readonly text: readonly string[]
	readonly reasoning: boolean
	readonly calls: readonly ScriptedCall[]
	/** Whether the model asks to continue with what arrived (`pause_turn`). */
	readonly pause: boolean
	/** Milliseconds between two events. */
	readonly paceMs: number
}

export interface ScriptedTurn {
	readonly text: string
	readonly mode: ConversationMode
	readonly steps: readonly ScriptedStep[]
	/** The limits of its run, and of each run that continues it. */
	readonly budget: Budget
	/** The user's answers, by {@link keyOf}; others are given call by call. */
	readonly answers: Readonly<Record<string, ScriptedAnswer>>
	/** Permissions that the user revokes before this message, or during its run. */
	readonly revokes: readonly ScriptedRevoke[]
	/** Whether a second person watches, and answers approval requests differently. */
	readonly rival: boolean
	/** The user stops the run this long after it began; null: never. */
	readonly stopAfterMs: number | null
	/** Whether the stop also withdraws waiting messages. */
	readonly stopWithdraws: boolean
	/** The user reverts a run when everything has ended; null: they do not. */
	readonly back: ScriptedBack | null
	/** The user's messages during the run, or just after. */
	readonly steers: readonly ScriptedSteer[]
}

export interface ScriptedAnswer {
	readonly approved: boolean
	readonly scope: Exclude<ApprovalScope, 'once'>
}

export interface ScriptedRevoke {
	readonly key: string
	/** The time after the turn began; null: before it, once all grants have arrived. */
	readonly afterMs: number | null
}

export interface ScriptedBack {
	/** The run to revert of a turn that took several, because each reached its limit. */
	readonly run: 'first' | 'last'
	/** tail: a step and the later ones. */
	readonly scope: 'run' | 'step' | 'tail'
	/** The user's own changes before the revert. */
	readonly edits: readonly ('file' | 'deleted' | 'scene' | 'object')[]
	/** Whether the user looks at the conflicts then, and chooses to overwrite exactly these. */
	readonly forced: boolean
	/** Whether they change one of the files again between preview and choice. */
	readonly stale: boolean
	/** How often the revert is undone and redone. */
	readonly again: number
}

export interface ScriptedSteer {
	/** The id of the message. */
	readonly id: string
	readonly text: string
	readonly mode: ConversationMode
	readonly afterMs: number
	readonly interrupts: boolean
	/** The user withdraws it this long after sending; null: never. */
	readonly withdrawAfterMs: number | null
}

export interface Script {
	readonly turns: readonly ScriptedTurn[]
}

/** The model's answer to a message that began a run, or interrupted one. */
export const NOTED = 'Noted. '
export const STEER_ID = 'steer-'
export const isSteer = (text: string): boolean => /^(also|stop that) \d+\.\d+$/.test(text)
export const isInterrupt = (text: string): boolean => /^stop that \d+\.\d+$/.test(text)

export const turnText = (turn: number): string => `turn ${turn}`

/** The subject of a remembered answer: a tool and one of its actions, or one menu item. */
export const keyOf = ({ name, input }: Pick<ScriptedCall, 'name' | 'input'>): string =>
	[name, input['action'] ?? 'run', ...(input['menu_path'] ? [input['menu_path']] : [])].join(' ')

/** Finds {@link SEARCHED_TOOLS}: a tool that was not found is never called. */
export const SEARCH = 'delete or move an asset, execute a menu item'
export const SEARCHED_TOOLS = ['unity_asset', 'execute_menu_item'] as const

/** `stops`: whether the user may stop a run; nothing else depends on it. */
export function writeScript(random: Random, stops: boolean): Script {
	const turns = Array.from({ length: random.between(1, 3) }, (_, turn): ScriptedTurn => {
		const mode = random.pick(['auto', 'auto', 'ask', 'ask', 'ask', 'read-only'] as const)
		const finds = random.chance(0.3)
		const habit = random.next()
		const steps = Array.from({ length: random.between(0, 4) }, (_, step) =>
			writeStep(random, {
				turn,
				step,
				habit,
				found: finds && step > 0,
				finds: finds && step === 0,
			}),
		)
		const last: ScriptedStep = {
			text: words(random),
			reasoning: false,
			calls: [],
			pause: false,
			paceMs: random.between(1, 300),
		}
		const stopAfterMs = random.chance(0.3)
			? random.pick([random.between(0, 800), random.between(0, 8_000)])
			: null
		return {
			text: turnText(turn),
			mode,
			steps: [...steps, last],
			budget: {},
			answers: {},
			revokes: [],
			rival: false,
			stopAfterMs: stops ? stopAfterMs : null,
			stopWithdraws: false,
			back: null,
			steers: [],
		}
	})
	return { turns }
}

interface StepPlan {
	readonly turn: number
	readonly step: number
	/** Chooses the turn's most frequent kind of call, in [0, 1). */
	readonly habit: number
	/** Whether tools beyond the first list may be called. */
	readonly found: boolean
	/** Whether these tools are searched for in this step. */
	readonly finds: boolean
}

function writeStep(random: Random, { turn, step, habit, found, finds }: StepPlan): ScriptedStep {
	const pause = !finds && random.chance(0.08)
	const count = pause ? 0 : random.pick([1, 1, 2, 3, 4])
	const calls = Array.from({ length: count }, (_, index) => {
		const token = `t${turn}x${step}x${index}`
		const made =
			finds && index === 0
				? { name: 'find_tools', input: { query: SEARCH } }
				: writeCall(random, { turn, token, habit, found })
		return { token, toolCallId: `call_${token}`, approved: random.chance(0.7), ...made }
	})
	return {
		text: random.chance(0.7) || pause ? words(random) : [],
		reasoning: random.chance(0.3),
		calls,
		pause,
		paceMs: random.pick([1, 20, 200, 1_500]),
	}
}

const words = (random: Random): string[] =>
	Array.from(
		{ length: random.between(1, 12) },
		() => `${random.pick(['cube', 'floor', 'spins', 'and', 'the', 'then'])} `,
	)

/** A file that every turn may write, so that the agent itself changes it later. */
export const SHARED_FILE = 'Assets/Shared.cs'

function writeCall(
	random: Random,
	{ turn, token, habit, found }: Pick<StepPlan, 'turn' | 'habit' | 'found'> & { token: string },
): { name: string; input: Record<string, unknown> } {
	const material = `Assets/${token}.mat`
	const moved = `Assets/${token}-moved.mat`
	const searched = [
		{ name: 'unity_asset', input: { action: 'delete', path: material } },
		{ name: 'unity_asset', input: { action: 'move', path: material, new_path: moved } },
		{ name: 'execute_menu_item', input: { menu_path: `Tools/${token}` } },
	]
	const script = random.pick([`Assets/${token}.cs`, `Assets/Turn${turn}/${token}.cs`, SHARED_FILE])
	const kinds = [
		{ name: 'unity_query', input: { action: 'find', name: token } },
		{ name: 'unity_hierarchy', input: { action: 'create', name: token, primitive_type: 'Cube' } },
		{ name: 'unity_hierarchy', input: { action: 'create', name: token, primitive_type: 'Empty' } },
		{ name: 'unity_hierarchy', input: { action: 'destroy', instance_id: `/${token}` } },
		{ name: 'unity_refresh', input: { watched_scripts: [token] } },
		{ name: 'write_file', input: { path: script, content: `class ${token} {}` } },
		{ name: 'write_file', input: { path: script, content: `class ${token} {}` } },
		{ name: 'read_file', input: { path: `Assets/${token}.cs` } },
		{ name: 'unity_hierarchy', input: { action: 'no_such_action', name: token } },
		...(found ? [...searched, ...searched] : []),
	]
	// The same call repeatedly, as agents do: one answer then covers it.
	const usual = kinds[Math.floor(habit * kinds.length)]
	return usual && random.chance(0.4) ? usual : random.pick(kinds)
}

/** The usage of every answer of the scripted model. */
export const STEP_USAGE = {
	inputTokens: 10,
	outputTokens: 5,
	cacheReadTokens: 0,
	cacheWriteTokens: 0,
} as const

/** A step as a provider streams it. */
export function eventsOf(step: ScriptedStep): ProviderEvent[] {
	const text = step.text.join('')
	const parts: ModelPart[] = []
	const events: ProviderEvent[] = []
	if (step.reasoning) {
		events.push(
			{ type: 'reasoning-start', id: 'r' },
			{ type: 'reasoning-delta', id: 'r', delta: 'hm' },
			{ type: 'reasoning-end', id: 'r' },
		)
		parts.push({ type: 'reasoning', text: 'hm', signature: 'signed', provider: 'scripted' })
	}
	if (text) {
		events.push({ type: 'text-start', id: 't' })
		for (const delta of step.text) events.push({ type: 'text-delta', id: 't', delta })
		events.push({ type: 'text-end', id: 't' })
		parts.push({ type: 'text', text })
	}
	for (const { toolCallId, name, input } of step.calls) {
		const tool = { toolCallId, toolName: name, providerExecuted: false }
		events.push({ type: 'tool-input-start', ...tool }, { type: 'tool-call', ...tool, input })
		parts.push({ type: 'tool-call', callId: toolCallId, name, input })
	}
	events.push({
		type: 'finish',
		reason: step.pause ? 'pause' : step.calls.length > 0 ? 'tool-calls' : 'stop',
		usage: STEP_USAGE,
		parts,
	})
	return events
}
