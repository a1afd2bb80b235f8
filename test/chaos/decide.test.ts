/**
 * `decide` against a model of its world: every sequence of events in a run,
 * to a small depth. It must always make progress, never send a forbidden call, and never lose a run.
 */

import type { Steer } from '@fairlead/protocol/conversations/runs'
import { failed } from '@fairlead/protocol/wire/calls'
import { describe, expect, test } from 'vitest'
import {
	decide,
	isEnded,
	type Next,
	type Run,
	type Step,
	type ToolCall,
} from '../../worker/src/agent/run/run-state.ts'
import { withoutEditor } from '../../worker/src/ports/room.ts'

const DEPTH = 9

interface State {
	readonly run: Run
	readonly step: Step | null
	readonly calls: readonly ToolCall[]
	readonly epoch: number
	readonly now: number
	readonly live: boolean
	/** Messages waiting to enter. */
	readonly queued: readonly Steer[]
	/** Calls of an earlier run that are not over. */
	readonly leaving: number
}

const RUN = { id: 'run', state: 'queued', cancelRequested: false, nextAt: null } as unknown as Run
const START: State = {
	run: RUN,
	step: null,
	calls: [],
	epoch: 1,
	now: 0,
	live: false,
	queued: [],
	leaving: 0,
}
/** A second one would only repeat the first. */
const MAX_QUEUED = 1
const RETRY_MS = 10

const step = (seq: number, kind: Step['kind'], epoch: number): Step =>
	({
		runId: 'run',
		seq,
		kind,
		state: 'running',
		attempt: 1,
		epoch,
		result: null,
	}) as unknown as Step
const call = (index: number, state: ToolCall['state']): ToolCall =>
	({
		callId: `c${index}`,
		state,
		epoch: 0,
		nextAt: null,
		waiting: null,
		outcome: null,
	}) as unknown as ToolCall
/** The room's outcome for a call for which no editor comes. */
const NOBODY = withoutEditor(failed('no_editor', 'No editor.')) as unknown as ToolCall['outcome']
const withCalls = {
	reason: 'tool-calls',
	parts: [{ type: 'tool-call' }],
} as unknown as Step['result']
const cut = { reason: 'pause', parts: [] } as unknown as Step['result']
const text = {
	reason: 'stop',
	parts: [{ type: 'text', text: 'done' }],
} as unknown as Step['result']

const nextOf = (s: State): Next =>
	decide({
		run: s.run,
		lastStep: s.step,
		calls: s.calls,
		limit: null,
		queued: s.queued.length,
		interrupt: s.queued.includes('interrupt'),
		leaving: s.leaving,
		epoch: s.epoch,
		now: s.now,
		modelLive: s.live,
	})

/** Applies a decision: the new state, or the same one if it waits. */
function perform(s: State, next: Next): State {
	switch (next.do) {
		case 'nothing':
			return s
		case 'cancel':
			return {
				...s,
				run: { ...s.run, state: 'cancelled' },
				leaving: s.calls.filter((c) => c.state === 'dispatched').length,
			}
		case 'start-next':
			return { ...START, epoch: s.epoch, now: s.now, queued: s.queued.slice(1), leaving: s.leaving }
		case 'interrupt':
			return {
				...s,
				run: { ...s.run, state: 'running', nextAt: null },
				step: next.step.kind === 'model' ? { ...next.step, state: 'done', result: cut } : next.step,
				calls: s.calls.map((c) =>
					c.state === 'settled' || c.state === 'leaving'
						? c
						: { ...c, state: c.state === 'dispatched' ? 'leaving' : 'settled' },
				),
			}
		case 'finish':
			return { ...s, run: { ...s.run, state: next.state } }
		case 'model':
			return {
				...s,
				live: true,
				calls: [],
				step: step(next.seq, 'model', s.epoch),
				// An interrupted step is repeated unchanged; waiting messages enter before a new one.
				queued: next.again ? s.queued : [],
				run: { ...s.run, state: 'running', nextAt: null },
			}
		case 'end-tools':
			return {
				...s,
				live: true,
				calls: [],
				step: step(next.step.seq + 1, 'model', s.epoch),
				queued: [],
				run: { ...s.run, state: 'running' },
			}
		case 'begin-tools':
			return {
				...s,
				step: step(next.seq, 'tools', s.epoch),
				calls: [call(0, 'approved'), call(1, 'awaiting_approval')],
			}
		case 'dispatch': {
			const ids = new Set(next.calls.map((c) => c.callId))
			return {
				...s,
				calls: s.calls.map((c) =>
					ids.has(c.callId) ? { ...c, state: 'dispatched', epoch: s.epoch } : c,
				),
			}
		}
		case 'wait':
			return { ...s, run: { ...s.run, state: next.state } }
		default:
			return next satisfies never
	}
}

/** All external events possible in this state. */
function happenings(s: State): [string, State][] {
	const all: [string, State][] = [
		['evicted', { ...s, epoch: s.epoch + 1, live: false }],
		['stop', { ...s, live: false, run: { ...s.run, cancelRequested: true } }],
		['time passes', { ...s, now: s.now + RETRY_MS }],
	]
	if (s.queued.length < MAX_QUEUED) {
		all.push(['message', { ...s, queued: [...s.queued, 'step'] }])
		// The machine aborts its own model call at once.
		all.push(['interrupting message', { ...s, queued: [...s.queued, 'interrupt'], live: false }])
	}
	if (s.leaving > 0) all.push(['left call is over', { ...s, leaving: 0 }])
	const { step: last } = s
	if (s.live && last) {
		for (const [name, result] of [
			['answer', text],
			['answer with calls', withCalls],
		] as const)
			all.push([name, { ...s, live: false, step: { ...last, state: 'done', result } }])
		all.push([
			'provider fails',
			{ ...s, live: false, run: { ...s.run, state: 'waiting_retry', nextAt: s.now + RETRY_MS } },
		])
	}
	for (const [index, one] of s.calls.entries()) {
		const to = (patch: Partial<ToolCall>): State => ({
			...s,
			calls: s.calls.map((c, i) => (i === index ? { ...c, ...patch } : c)),
		})
		if (one.state === 'awaiting_approval') {
			all.push(['approve', to({ state: 'approved' })], ['deny', to({ state: 'settled' })])
		}
		if (one.state === 'dispatched') {
			all.push(['settle', to({ state: 'settled', waiting: null })])
			all.push(['no editor comes', to({ state: 'settled', waiting: null, outcome: NOBODY })])
			all.push(['room unreachable', to({ state: 'approved', nextAt: s.now + RETRY_MS })])
			all.push([
				one.waiting === null ? 'waits' : 'continues',
				to({ waiting: one.waiting === null ? 'compiling' : null }),
			])
		}
	}
	return all
}

/** Acts until the machine waits; checks every step. */
function settle(s: State, path: readonly string[]): State {
	let state = s
	for (let i = 0; ; i++) {
		if (i > 20) throw new Error(`It never waits after ${path.join(', ')}.`)
		const next = nextOf(state)
		if (next.do === 'dispatch')
			for (const one of next.calls)
				if (one.state !== 'approved' && !(one.state === 'dispatched' && one.epoch !== state.epoch))
					throw new Error(`Sent while ${one.state} after ${path.join(', ')}.`)
		if (next.do === 'end-tools' && state.calls.some((c) => c.outcome === NOBODY))
			throw new Error(`The model is asked about an editor that never opens: ${path.join(', ')}.`)
		if (
			(next.do === 'model' || next.do === 'end-tools') &&
			state.calls.some((c) => c.state !== 'settled' && c.state !== 'leaving')
		)
			throw new Error(`The model is asked with an open call after ${path.join(', ')}.`)
		if (next.do === 'model' && next.seq === 0 && !next.again && state.leaving > 0)
			throw new Error(`A run begins beside a call of the one before after ${path.join(', ')}.`)
		if (next.do === 'model' && state.run.nextAt !== null && state.run.nextAt > state.now)
			throw new Error(`The provider is asked too early after ${path.join(', ')}.`)
		const after = perform(state, next)
		const waits =
			next.do === 'nothing' ||
			next.do === 'wait' ||
			(isEnded(after.run) && after.queued.length === 0)
		if (waits) return after
		state = after
	}
}

/** A user who answers everything: this must end the run from every state. */
function bringHome(s: State, path: readonly string[]): void {
	let state = s
	for (let i = 0; i < 30; i++) {
		if (isEnded(state.run) && state.queued.length === 0) return
		const options = happenings(state)
		const helpful = ['left call is over', 'approve', 'settle', 'answer', 'time passes']
		const [, chosen] = helpful
			.map((name) => options.find(([n]) => n === name))
			.find((o) => o !== undefined) ?? ['', state]
		state = settle(chosen, path)
	}
	throw new Error(`Stuck after ${path.join(', ')}: ${JSON.stringify(state)}`)
}

describe('the step machine', () => {
	test(`makes progress after every sequence of up to ${DEPTH} events`, () => {
		const seen = new Set<string>()
		let states: { state: State; path: readonly string[] }[] = [
			{ state: settle(START, []), path: [] },
		]
		for (let depth = 0; depth < DEPTH; depth++) {
			const next: typeof states = []
			for (const { state, path } of states)
				for (const [name, happened] of happenings(state)) {
					const to = [...path, name]
					const after = settle(happened, to)
					const key = JSON.stringify(after)
					if (seen.has(key)) continue
					seen.add(key)
					bringHome(after, to)
					if (!isEnded(after.run)) next.push({ state: after, path: to })
				}
			states = next
		}
		expect(seen.size).toBeGreaterThan(10_000)
	})

	test('an ended run does nothing, whatever remains of it', () => {
		for (const state of ['completed', 'failed', 'cancelled'] as const)
			expect(nextOf({ ...START, run: { ...RUN, state }, calls: [call(0, 'approved')] })).toEqual({
				do: 'nothing',
			})
	})
})
