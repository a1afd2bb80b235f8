/** The user's actions besides requests: limits, permissions, messages in between, reverts. */
import type { Budget } from '@fairlead/protocol/conversations/runs'
import { LISTED } from '../../../worker/src/agent/model/registry/registry.ts'
import type { Random } from './random.ts'
import {
	keyOf,
	type Script,
	type ScriptedAnswer,
	type ScriptedBack,
	type ScriptedRevoke,
	type ScriptedSteer,
	type ScriptedTurn,
	STEER_ID,
	STEP_USAGE,
} from './script.ts'

/** Has a price, so that a run can reach a limit of cost. */
export const MODEL = 'anthropic/claude-sonnet-5'
export const STEP_TOKENS = STEP_USAGE.inputTokens + STEP_USAGE.outputTokens
export const STEP_COST_USD = LISTED.costOf(MODEL, STEP_USAGE) ?? Number.NaN

/** Limits, answers and reverts: also in the reference run without faults. */
export function withPlans(script: Script, random: Random): Script {
	const keys = [...new Set(script.turns.flatMap((turn) => callsOf(turn).map(keyOf)))].sort()
	/** Always allowed by an answer of an earlier turn, and not revoked since. */
	const allowed = new Set<string>()
	const turns = script.turns.map((turn): ScriptedTurn => {
		const revokes: ScriptedRevoke[] = []
		for (const key of [...allowed]) {
			if (random.chance(0.3)) {
				revokes.push({ key, afterMs: null })
				allowed.delete(key)
			}
		}
		const answers: Record<string, ScriptedAnswer> = {}
		for (const key of keys) {
			// The availability of D1 must not change the outcome.
			if (allowed.has(key)) {
				answers[key] = { approved: true, scope: 'run' }
				if (random.chance(0.2)) revokes.push({ key, afterMs: random.between(0, 6_000) })
			} else if (random.chance(0.7)) {
				const approved = random.chance(0.7)
				const scope = approved && random.chance(0.7) ? 'project' : 'run'
				answers[key] = { approved, scope }
				// At once, as after a slip of the hand.
				if (scope === 'project' && random.chance(0.4))
					revokes.push({ key, afterMs: random.between(0, 3_000) })
			}
		}
		for (const [key, { scope }] of Object.entries(answers))
			if (scope === 'project') allowed.add(key)
		return { ...turn, answers, revokes, budget: writeBudget(random), back: writeBack(random) }
	})
	return { turns }
}

const callsOf = (turn: ScriptedTurn) => turn.steps.flatMap((step) => step.calls)

function writeBudget(random: Random): Budget {
	const kind = random.pick(['none', 'none', 'none', 'steps', 'tokens', 'cost'] as const)
	const calls = random.between(1, 3)
	switch (kind) {
		case 'none':
			return {}
		case 'steps':
			return { steps: calls }
		case 'tokens':
			return { tokens: calls * STEP_TOKENS }
		case 'cost':
			// Between two sums, so that rounding does not matter.
			return { costUsd: (calls - 0.5) * STEP_COST_USD }
		default:
			return kind satisfies never
	}
}

function writeBack(random: Random): ScriptedBack | null {
	if (random.chance(0.3)) return null
	const edited = random.chance(0.7)
	return {
		run: random.pick(['first', 'last'] as const),
		scope: random.pick(['run', 'run', 'step', 'tail'] as const),
		edits: edited
			? (['file', 'deleted', 'scene', 'object'] as const).filter(() => random.chance(0.5))
			: [],
		forced: random.chance(0.7),
		stale: random.chance(0.3),
		again: random.pick([0, 1, 1, 2]),
	}
}

/** The same conversation, with a user who does not wait for the end, and a second person. */
export function withSteers(script: Script, random: Random): Script {
	const turns = script.turns.map((turn, index): ScriptedTurn => {
		const count = random.pick([0, 0, 1, 1, 2, 3])
		const steers = Array.from({ length: count }, (_, n): ScriptedSteer => {
			const interrupts = random.chance(0.35)
			return {
				id: `${STEER_ID}${index}-${n}`,
				text: `${interrupts ? 'stop that' : 'also'} ${index}.${n}`,
				mode: random.chance(0.5) ? turn.mode : random.pick(['auto', 'ask', 'read-only'] as const),
				afterMs: random.pick([random.between(0, 600), random.between(0, 6_000)]),
				interrupts,
				withdrawAfterMs: random.chance(0.2) ? random.between(0, 3_000) : null,
			}
		})
		return { ...turn, steers, stopWithdraws: random.chance(0.5), rival: random.chance(0.25) }
	})
	return { turns }
}
