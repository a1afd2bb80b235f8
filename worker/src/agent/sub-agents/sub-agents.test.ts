/** Runs that start sub-agents: their limits, their ends, stops, evictions, and starts that are delivered twice. */
import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import type { ModelCall } from '@fairlead/protocol/models/usage'
import { SUB_AGENT, type ToolResult } from '@fairlead/protocol/tools'
import { expect, test } from 'vitest'
import { callsTools, MachineKit, says, scripted, USAGE } from '../../../test/machine-kit.ts'
import type { ChatProvider, ChatRequest } from '../model/types.ts'
import type { ChangedStep } from '../revert/run-changes.ts'
import { AGENT_LOOK_MS, computeNextAlarm, MAX_AGENT_STOPS } from '../run/alarms.ts'
import type { SubAgentReport } from './sub-agent.ts'
import { changedNames } from './words.ts'

const find = { id: 'tc1', name: 'find_tools', input: { query: 'sub-agent' } }
const task = (id: string, more: object = {}) => ({
	id,
	name: 'delegate',
	input: { title: 'Look', task: 'List the doors.', ...more },
})

interface Setting {
	readonly calls?: readonly { id: string; name: string; input: unknown }[]
	readonly mode?: ConversationMode
	readonly budget?: object
	readonly requests?: ChatRequest[]
	/** The last answer comes when this resolves. */
	readonly until?: Promise<void>
}

function newKit({ calls = [task('d1')], mode, budget = {}, requests = [], until }: Setting = {}) {
	const script = scripted([callsTools([find]), callsTools(calls), says('Done. ')], requests)
	const provider: ChatProvider = {
		...script,
		async *stream(request, signal) {
			if (request.messages.filter(({ role }) => role === 'assistant').length === 2) await until
			yield* script.stream(request, signal)
		},
	}
	const kit = new MachineKit({ provider })
	kit.post('look at the doors', 'm1', mode, { budget, settings: { effort: 'low' } })
	return kit
}

/** Until the run waits for its sub-agents. */
async function begun(kit: MachineKit, count = 1) {
	void kit.machine.drive()
	await expect.poll(() => kit.agentStarts.length).toBe(count)
	await kit.machine.calls.quiet()
}

const call = (more: Partial<ModelCall> = {}): ModelCall => ({
	purpose: 'answer',
	outcome: 'finished',
	model: 'test/scripted',
	usage: USAGE,
	costUsd: null,
	paidBy: null,
	at: 5,
	...more,
})

const report = (
	kit: MachineKit,
	more: Partial<SubAgentReport> = {},
	index = 0,
): SubAgentReport => ({
	callId: kit.agentStarts[index]?.callId ?? '',
	state: 'completed',
	notice: null,
	answer: 'Two doors.',
	steps: 2,
	calls: [call(), call()],
	changes: [],
	editorKey: null,
	...more,
})

const runOf = (kit: MachineKit) => {
	const run = kit.store.latestRun()
	if (!run) throw new Error('There is no run.')
	return run
}
const delegated = (kit: MachineKit, id = 'd1') => {
	const outcome = kit.store.calls(runOf(kit).id).find((one) => one.toolCallId === id)?.outcome
	return outcome?.status === 'ok'
		? (outcome.result as ToolResult<'delegate', 'run'>)
		: (outcome?.error ?? null)
}
const alarmOf = (kit: MachineKit) =>
	computeNextAlarm({
		run: runOf(kit),
		calls: kit.store.openCalls(runOf(kit).id),
		leaving: kit.store.leavingCalls(),
		queued: 0,
		outboxAt: null,
		now: kit.now,
	})

test('the answer of a sub-agent comes back as the result of the call, and what it has used counts in the run', async () => {
	const requests: ChatRequest[] = []
	const kit = newKit({ requests })
	await begun(kit)
	expect(kit.agentStarts).toMatchObject([
		{
			mode: 'read-only',
			model: 'test/scripted',
			settings: { effort: 'low' },
			author: { id: 'usr_1' },
			budget: { steps: 10 },
		},
	])
	expect(kit.agentStarts[0]?.task).toContain('List the doors.')
	kit.machine.calls.agentEnded(report(kit))
	await kit.settleDown()
	expect(runOf(kit).state).toBe('completed')
	expect(delegated(kit)).toMatchObject({ outcome: 'completed', answer: 'Two doors.', steps: 2 })
	const calls = kit.store.modelCalls(runOf(kit).id)
	expect(calls.map(({ purpose }) => purpose)).toEqual([
		'answer',
		'answer',
		'sub_agent',
		'sub_agent',
		'answer',
	])
	const tokens = calls.reduce((sum, { usage }) => sum + usage.inputTokens, 0)
	expect(runOf(kit).usage.inputTokens).toBe(tokens)
	// A sub-agent's reads are not in the conversation's context: only its answer is.
	const read = JSON.stringify(requests.at(-1)?.messages)
	expect(read).toContain('Two doors.')
	expect(read).not.toContain('inputTokens')
})

test('the run looks only seldom while a sub-agent is under way, and an eviction loses and doubles nothing', async () => {
	const kit = newKit()
	await begun(kit)
	expect(runOf(kit).state).toBe('running')
	expect(alarmOf(kit)).toBe(kit.now + AGENT_LOOK_MS)
	kit.restart()
	await kit.machine.drive()
	// The same start again: the sub-agent's object knows it by the call.
	expect(kit.agentStarts).toHaveLength(2)
	expect(kit.agentStarts[1]).toEqual(kit.agentStarts[0])
	expect(kit.agentsBegun).toEqual([false, true])
	kit.machine.calls.agentEnded(report(kit))
	kit.machine.calls.agentEnded(report(kit))
	kit.restart()
	kit.machine.calls.agentEnded(report(kit))
	await kit.settleDown()
	const calls = kit.store.modelCalls(runOf(kit).id)
	expect(calls.filter(({ purpose }) => purpose === 'sub_agent')).toHaveLength(2)
})

test('a start without an answer is repeated, and has an alarm until then', async () => {
	const kit = newKit()
	let tries = 0
	const { agentStart } = kit
	kit.agentStart = (...of) => (++tries < 3 ? Promise.reject(new Error('reset')) : agentStart(...of))
	await kit.settleDown().catch(() => undefined)
	expect(kit.agentStarts).toHaveLength(1)
	expect(alarmOf(kit)).toBe(kit.now + AGENT_LOOK_MS)

	const other = newKit()
	other.agentStart = () => new Promise(() => undefined)
	void other.machine.drive()
	await expect.poll(() => other.store.openCalls(runOf(other).id)[0]?.state).toBe('dispatched')
	expect(alarmOf(other)).not.toBeNull()
})

test('a sub-agent that tells nothing is asked after ten minutes, in the same instance too', async () => {
	const kit = newKit()
	await begun(kit)
	kit.now += AGENT_LOOK_MS - 1
	kit.machine.calls.expire()
	expect(kit.agentStarts).toHaveLength(1)
	kit.now += 1
	kit.machine.calls.expire()
	kit.machine.calls.expire()
	await kit.machine.calls.quiet()
	expect(kit.agentsBegun).toEqual([false, true])
	expect(runOf(kit).state).toBe('running')
})

test.each([
	[false, 'internal'],
	[true, 'effect_unknown'],
])(
	'a sub-agent whose object lost its storage (may write: %s) ends as %s, and is not begun anew',
	async (may_write, code) => {
		const kit = newKit({ calls: [task('d1', { may_write })] })
		if (may_write) {
			await kit.settleDown()
			kit.approve(kit.store.openCalls(runOf(kit).id)[0]?.callId ?? '', true)
		}
		await begun(kit)
		// Evicted twice: that it had begun is still known.
		kit.restart()
		kit.agentStart = () => Promise.reject(new Error('reset'))
		await kit.machine.drive()
		kit.restart()
		kit.agentStart = async (_, known) => (known ? { lost: true } : { waiting: null })
		await kit.settleDown()
		expect(runOf(kit).state).toBe('completed')
		expect(delegated(kit)).toMatchObject({ code })
		expect(kit.store.subAgentsOf(runOf(kit).id)).toMatchObject([{ endedAt: kit.now }])
	},
)

test('a sub-agent that reports before its start is answered has begun: no alarm rings for its deadline', async () => {
	const kit = newKit()
	let start: string | undefined
	kit.agentStart = ({ callId }) => {
		start = callId
		return new Promise(() => undefined)
	}
	void kit.machine.drive()
	await expect.poll(() => start).toBeDefined()
	kit.restart()
	kit.machine.calls.setWaiting(start ?? '', 'Unity compiles scripts')
	await kit.machine.drive()
	expect(alarmOf(kit)).toBe(kit.now + AGENT_LOOK_MS)
	kit.now += 120_000
	expect(alarmOf(kit)).toBe(kit.now + AGENT_LOOK_MS)
})

test('three sub-agents are under way at once, the next one when one has ended', async () => {
	const ids = ['d1', 'd2', 'd3', 'd4']
	const kit = newKit({ calls: ids.map((id) => task(id)) })
	await begun(kit, SUB_AGENT.atOnce)
	expect(alarmOf(kit)).toBe(kit.now + AGENT_LOOK_MS)
	kit.machine.calls.agentEnded(report(kit, {}, 1))
	await expect.poll(() => kit.agentStarts.length).toBe(4)
	for (const index of [0, 2, 3]) kit.machine.calls.agentEnded(report(kit, {}, index))
	await kit.settleDown()
	expect(runOf(kit).state).toBe('completed')
	for (const id of ids) expect(delegated(kit, id)).toMatchObject({ outcome: 'completed' })
})

test('limits of the run are shared, and a run that has too little left starts none', async () => {
	const kit = newKit({ budget: { steps: 20, tokens: 300_000 } })
	await begun(kit)
	const { budget } = kit.agentStarts[0] ?? {}
	expect(budget?.steps).toBe(6)
	expect(budget?.tokens).toBeLessThanOrEqual(100_000)
	kit.machine.calls.agentEnded(report(kit, { calls: Array.from({ length: 18 }, () => call()) }))
	await kit.settleDown()
	// Its model calls are the run's: the limit is reached.
	expect(JSON.stringify(kit.answer())).toContain('step_limit')

	const poor = newKit({ budget: { steps: 4 } })
	await poor.settleDown()
	expect(poor.agentStarts).toEqual([])
	expect(delegated(poor)).toMatchObject({ code: 'denied' })
})

test.each([
	['auto', 'waiting_approval'],
	['ask', 'waiting_approval'],
	['read-only', 'completed'],
] as const)('in %s mode, a sub-agent that may write leaves the run %s', async (mode, state) => {
	const kit = newKit({ calls: [task('d1', { may_write: true })], mode })
	await kit.settleDown()
	expect(runOf(kit).state).toBe(state)
	expect(kit.agentStarts).toEqual([])
	if (state === 'completed') return
	const [asked] = kit.store.openCalls(runOf(kit).id)
	expect(kit.approve(asked?.callId ?? '', true)).toBe(true)
	await begun(kit)
	expect(kit.agentStarts).toMatchObject([{ mode }])
})

test('stopping the run stops its sub-agents, and the next run begins when they are over', async () => {
	const kit = newKit()
	await begun(kit)
	const first = runOf(kit).id
	let left = true
	kit.agentsLeft = (callIds) => (left ? callIds : [])
	await kit.machine.stop(null)
	expect(runOf(kit).state).toBe('cancelled')
	expect(kit.agentsStopped).toEqual([kit.agentStarts[0]?.callId])
	expect(delegated(kit)).toMatchObject({ code: 'cancelled' })
	expect(kit.store.leavingCalls()).toHaveLength(1)
	left = false
	await kit.machine.calls.cancelLeaving()
	expect(kit.store.leavingCalls()).toEqual([])
	// Its usage arrives after the run's end, and is added in D1.
	kit.machine.calls.agentEnded(report(kit, { state: 'cancelled' }))
	const late = kit.database
		.all<{ payload: string }>('SELECT payload FROM outbox')
		.map(
			({ payload }) => JSON.parse(payload) as { topic: string; runId?: string; calls?: unknown[] },
		)
	expect(late.find(({ topic }) => topic === 'late-calls')).toMatchObject({
		runId: first,
		calls: [{ purpose: 'sub_agent' }, { purpose: 'sub_agent' }],
	})
})

const CUBE: ChangedStep = {
	seq: 1,
	recordId: 'run_x.1',
	name: 'Fairlead: create Cube',
	undo: 'expected',
	callIds: [],
	leaves: [],
}
const shownOf = (kit: MachineKit, toolCallId = 'd1') => {
	const parts = (kit.answer()?.parts ?? []) as { type: string; id?: string; data?: unknown }[]
	return parts.findLast(({ type, id }) => type === 'data-call' && id === toolCallId)?.data
}

test('a sub-agent that is stopped with its run keeps its changes, and viewers read the answer again', async () => {
	const kit = newKit()
	await begun(kit)
	await kit.machine.stop(null)
	expect(kit.reread).toEqual([])
	const cancelled = { state: 'cancelled', changes: [CUBE] } as const
	kit.machine.calls.agentEnded(report(kit, cancelled))
	kit.machine.calls.agentEnded(report(kit, cancelled))
	expect(kit.reread).toEqual([runOf(kit).id])
	expect(kit.store.changedBy([runOf(kit).id])).toMatchObject([
		{ toolCallId: 'd1', changes: [{ recordId: 'run_x.1', seq: 3 }] },
	])
})

test('an answer is not read again for a stopped sub-agent that changed nothing', async () => {
	const kit = newKit()
	await begun(kit)
	await kit.machine.stop(null)
	kit.machine.calls.agentEnded(report(kit, { state: 'cancelled' }))
	expect(kit.reread).toEqual([])
})

test('a sub-agent that a message interrupts leaves its changes in the answer, which goes on', async () => {
	const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
	const kit = newKit({ until: answered })
	await begun(kit)
	kit.agentsLeft = (callIds) => callIds
	kit.post('stop that', 'm2', 'auto', { steer: 'interrupt' })
	void kit.machine.drive()
	await expect.poll(() => kit.agentsStopped.length).toBeGreaterThan(0)
	kit.machine.calls.agentEnded(report(kit, { state: 'cancelled', changes: [CUBE] }))
	await expect.poll(() => kit.frames).toContain('"changed":["create Cube"]')
	answer()
	kit.agentsLeft = () => []
	await kit.machine.calls.cancelLeaving()
	await kit.settleDown()
	expect(runOf(kit).state).toBe('completed')
	expect(shownOf(kit)).toMatchObject({ error: { code: 'cancelled' }, changed: ['create Cube'] })
})

test('a sub-agent that waited for the editor in vain tells what it had changed before', async () => {
	const kit = newKit()
	await begun(kit)
	const notice = { code: 'editor_gone', text: 'No Unity editor connected in time.' }
	kit.machine.calls.agentEnded(report(kit, { notice, answer: '', changes: [CUBE] }))
	await kit.settleDown()
	expect(shownOf(kit)).toMatchObject({ error: { code: 'no_editor' }, changed: ['create Cube'] })
})

test('a change of a sub-agent that may not have taken effect says so', () => {
	expect(changedNames([CUBE, { ...CUBE, name: 'Fairlead: create Ball', uncertain: true }])).toEqual(
		['create Cube', 'create Ball (effect unknown)'],
	)
})

test('a sub-agent that never stops is told ever more seldom, and blocks the next run for a bounded time', async () => {
	const kit = newKit()
	await begun(kit)
	kit.agentsLeft = (callIds) => callIds
	await kit.machine.stop(null)
	expect(alarmOf(kit)).toBe(kit.now + 15_000)
	const since = kit.now
	let rings = 0
	for (; kit.store.leavingCalls().length > 0; rings++) {
		kit.now = alarmOf(kit) ?? Number.NaN
		await kit.machine.calls.cancelLeaving()
	}
	expect(rings).toBe(MAX_AGENT_STOPS)
	expect(kit.now - since).toBeLessThan(15 * 60_000)
	expect(kit.logs).toContainEqual(expect.objectContaining({ event: 'sub_agent_not_stopped' }))
	expect(alarmOf(kit)).toBeNull()
})

test('a sub-agent that waits for the editor lets its run wait, and one for which none comes ends it with a question', async () => {
	const kit = newKit()
	await begun(kit)
	const { callId = '' } = kit.agentStarts[0] ?? {}
	kit.machine.calls.setWaiting(callId, 'Unity compiles scripts')
	await kit.machine.drive()
	expect(runOf(kit).state).toBe('waiting_editor')
	expect(alarmOf(kit)).toBe(kit.now + AGENT_LOOK_MS)
	const notice = { code: 'editor_gone', text: 'No Unity editor connected in time.' }
	kit.machine.calls.agentEnded(report(kit, { notice, answer: '' }))
	await kit.settleDown()
	expect(JSON.stringify(kit.answer())).toContain('editor_gone')
})

test.each([
	[{ state: 'failed', notice: { code: 'no_key', text: 'There is no key.' } }, 'failed'],
	[{ notice: { code: 'step_limit', text: 'It reached the limit.' } }, 'limit'],
	[{ state: 'cancelled' }, 'stopped'],
] as const)('an end of %o is told as %s', async (more, outcome) => {
	const kit = newKit()
	await begun(kit)
	kit.machine.calls.agentEnded(report(kit, more))
	await kit.settleDown()
	expect(runOf(kit).state).toBe('completed')
	expect(delegated(kit)).toMatchObject({ outcome, note: expect.any(String) })
})
