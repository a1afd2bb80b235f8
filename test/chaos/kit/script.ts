/** Random conversations: what the user says, what the model answers step by step, what it calls. */
import type { ConversationMode } from '@fairlead/protocol/runs'
import type { ModelPart, ProviderEvent } from '../../../worker/src/agent/types.ts'
import type { Random } from './random.ts'

export interface ScriptedCall {
	readonly token: string
	readonly toolCallId: string
	readonly name: string
	readonly input: Record<string, unknown>
	/** What the user says where they are asked. */
	readonly approved: boolean
}

export interface ScriptedStep {
	readonly text: readonly string[]
	readonly reasoning: boolean
	readonly calls: readonly ScriptedCall[]
	/** Ask again with what came (`pause_turn`). */
	readonly pause: boolean
	/** Milliseconds between two events. */
	readonly paceMs: number
}

export interface ScriptedTurn {
	readonly text: string
	readonly mode: ConversationMode
	readonly steps: readonly ScriptedStep[]
	/** The user stops the run this long after it began; null: never. */
	readonly stopAfterMs: number | null
	/** With the stop, what waits in the queue is taken back. */
	readonly stopWithdraws: boolean
	/** The user takes the run back when it has ended. */
	readonly reverted: boolean
	/** What the user says while the run goes on, or just after. */
	readonly steers: readonly ScriptedSteer[]
}

export interface ScriptedSteer {
	/** Of the message. */
	readonly id: string
	readonly text: string
	readonly afterMs: number
	readonly interrupts: boolean
	/** The user takes it back this long after it was sent; null: never. */
	readonly withdrawAfterMs: number | null
}

export interface Script {
	readonly turns: readonly ScriptedTurn[]
}

/** What the model says to a message that began a run, or cut one short. */
export const NOTED = 'Noted. '
export const STEER_ID = 'steer-'
export const isSteer = (text: string): boolean => /^(also|stop that) \d+\.\d+$/.test(text)
export const isInterrupt = (text: string): boolean => /^stop that \d+\.\d+$/.test(text)

export const turnText = (turn: number): string => `turn ${turn}`

/** `stops`: whether the user may stop a run; all else stays the same without. */
export function writeScript(random: Random, stops: boolean): Script {
	const turns = Array.from({ length: random.between(1, 3) }, (_, turn): ScriptedTurn => {
		const mode = random.pick(['auto', 'auto', 'ask', 'read-only'] as const)
		const finds = random.chance(0.3)
		const steps = Array.from({ length: random.between(0, 4) }, (_, step) =>
			writeStep(random, turn, step, finds && step > 0, finds && step === 0),
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
			stopAfterMs: stops ? stopAfterMs : null,
			stopWithdraws: false,
			reverted: false,
			steers: [],
		}
	})
	return { turns }
}

/** The same conversation, with a user who does not wait for the end. */
export function withSteers(script: Script, random: Random): Script {
	const turns = script.turns.map((turn, index): ScriptedTurn => {
		const count = random.pick([0, 0, 1, 1, 2, 3])
		const steers = Array.from({ length: count }, (_, n): ScriptedSteer => {
			const interrupts = random.chance(0.35)
			return {
				id: `${STEER_ID}${index}-${n}`,
				text: `${interrupts ? 'stop that' : 'also'} ${index}.${n}`,
				afterMs: random.pick([random.between(0, 600), random.between(0, 6_000)]),
				interrupts,
				withdrawAfterMs: random.chance(0.2) ? random.between(0, 3_000) : null,
			}
		})
		const stopWithdraws = random.chance(0.5)
		return { ...turn, steers, stopWithdraws, reverted: random.chance(0.6) }
	})
	return { turns }
}

function writeStep(
	random: Random,
	turn: number,
	step: number,
	found: boolean,
	finds: boolean,
): ScriptedStep {
	const pause = !finds && random.chance(0.08)
	const count = pause ? 0 : random.pick([1, 1, 2, 3, 4])
	const calls = Array.from({ length: count }, (_, index) => {
		const token = `t${turn}x${step}x${index}`
		const made =
			finds && index === 0
				? { name: 'find_tools', input: { query: 'asset files and menu items' } }
				: writeCall(random, token, found)
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

function writeCall(
	random: Random,
	token: string,
	found: boolean,
): { name: string; input: Record<string, unknown> } {
	const searched = [
		{ name: 'unity_asset', input: { action: 'delete', path: `Assets/${token}.mat` } },
		{ name: 'execute_menu_item', input: { menu_path: `Tools/${token}` } },
	]
	return random.pick([
		{ name: 'unity_query', input: { action: 'find', name: token } },
		{ name: 'unity_hierarchy', input: { action: 'create', name: token, primitive_type: 'Cube' } },
		{ name: 'unity_hierarchy', input: { action: 'create', name: token, primitive_type: 'Empty' } },
		{ name: 'unity_hierarchy', input: { action: 'destroy', instance_id: `/${token}` } },
		{ name: 'unity_refresh', input: { watched_scripts: [token] } },
		{ name: 'write_file', input: { path: `Assets/${token}.cs`, content: 'class A {}' } },
		{ name: 'read_file', input: { path: `Assets/${token}.cs` } },
		{ name: 'unity_hierarchy', input: { action: 'no_such_action', name: token } },
		...(found ? [...searched, ...searched] : []),
	])
}

/** A step as a provider tells it. */
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
		parts.push({ type: 'reasoning', text: 'hm', signature: 'signed' })
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
		usage: { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 },
		parts,
	})
	return events
}
