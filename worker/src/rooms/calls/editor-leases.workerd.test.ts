/** Two agents and one editor take turns: a change of one waits for the other's turn, and a person can let it go first. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { ENDED_RUN_STATES, type RunState } from '@fairlead/protocol/conversations/runs'
import type { RoomState } from '@fairlead/protocol/wire/viewer-link'
import { describe, expect, test } from 'vitest'
import {
	dispatchOf,
	KEY_A,
	KEY_B,
	lookingOn,
	newConversation,
	OK,
	Peer,
	roomWith,
	seat,
	settledOf,
	until,
	watch,
} from '../../../test/double/harness.ts'
import { passQuietTime } from '../../../test/double/quiet-time.ts'
import { admission } from '../../ports/admission.ts'
import { subAgentId } from '../../ports/sub-agent-id.ts'
import { CLIENT_IDLE_MS, TURN_OF_ANOTHER } from './editor-leases.ts'

type Setup = Awaited<ReturnType<typeof roomWith>>

/** Changes of several agents, numbered. */
function agents(setup: Setup) {
	let count = 0
	const { room, relay } = setup
	const agent = (name = newConversation()) => {
		const request = (more: Parameters<typeof dispatchOf>[1] = {}) =>
			dispatchOf(name.conversationId, {
				...more,
				call: { callId: `${name.conversationId}.${++count}`, ...more.call },
			})
		return {
			...name,
			/** A change that goes to the editor at once, and its answer. */
			async changes() {
				const one = request()
				expect((await room.dispatch(one)).accepted).toBe(true)
				await relay.waitCall(one.call.callId)
				relay.reply(one.call.callId, OK)
				await settledOf(name.double, one.call.callId)
			},
			async asks(more: Parameters<typeof dispatchOf>[1] = {}) {
				const one = request(more)
				const receipt = await room.dispatch(one)
				return { callId: one.call.callId, waiting: receipt.accepted ? receipt.waiting : 'refused' }
			},
			ends: (by: 'model' | 'client' = 'model', state: RunState = 'completed') =>
				room.runChanged({ conversationId: name.conversationId, runId: 'run_1', state }, by),
		}
	}
	return agent
}

async function twoAgents() {
	const setup = await roomWith([seat(KEY_A)])
	const agent = agents(setup)
	return { ...setup, agent, first: agent(), second: agent() }
}

const sent = ({ relay }: Setup, callId: string): boolean =>
	relay.calls().some((call) => call.callId === callId)

/** Milliseconds until the room looks at the queue. */
const dueIn = async ({ room }: Pick<Setup, 'room'>): Promise<number> =>
	runInDurableObject(room, (_, ctx) => {
		const [row] = ctx.storage.sql
			.exec<{ at: number }>('select free_at as at from editor_lease')
			.toArray()
		return (row?.at ?? 0) - Date.now()
	})

/** The room as a page that just opened sees it. */
async function queuesOf({ client, projectId }: Setup): Promise<RoomState['queues']> {
	const { viewer, state } = await watch(client, projectId)
	viewer.close()
	return state.queues
}

describe("a change of another agent waits for the first one's turn", () => {
	test.each([...ENDED_RUN_STATES])('until its run is %s', async (state) => {
		const at = await twoAgents()
		await at.first.changes()
		const { callId, waiting } = await at.second.asks()
		expect(waiting).toBe(TURN_OF_ANOTHER)
		await at.first.ends('model', state)
		await at.relay.waitCall(callId)
		at.relay.reply(callId, OK)
		expect(await settledOf(at.second.double, callId)).toEqual(OK)
	})

	test('until it has changed nothing for a while', async () => {
		const at = await twoAgents()
		await at.first.changes()
		const { callId } = await at.second.asks()
		expect(await passQuietTime(at.room)).toBe(true)
		await at.relay.waitCall(callId)
	})

	test('also if the room was evicted meanwhile', async () => {
		const at = await twoAgents()
		await at.first.changes()
		const { callId } = await at.second.asks()
		await evictDurableObject(at.room)
		await at.relay.ping()
		expect(sent(at, callId)).toBe(false)
		await passQuietTime(at.room)
		await at.relay.waitCall(callId)
	})

	test('while a change of a run that has ended is still under way', async () => {
		const at = await twoAgents()
		const running = await at.first.asks()
		const { callId } = await at.second.asks()
		await at.first.ends('model', 'cancelled')
		await passQuietTime(at.room)
		await at.relay.ping()
		expect(sent(at, callId)).toBe(false)
		at.relay.reply(running.callId, OK)
		await at.relay.waitCall(callId)
	})

	test('which nearly ends, but not quite, with one call of an agent that makes calls as a client', async () => {
		const at = await twoAgents()
		await at.first.changes()
		const { waiting } = await at.second.asks()
		await at.first.ends('client')
		expect(waiting).toBe(TURN_OF_ANOTHER)
		expect(await dueIn(at)).toBeLessThanOrEqual(CLIENT_IDLE_MS)
		await at.first.changes()
		expect(await dueIn(at)).toBeGreaterThan(CLIENT_IDLE_MS)
	})

	test('which nearly ends also if the room hears of the end of a client’s call before it is done with it', async () => {
		const at = await twoAgents()
		const { callId } = await at.first.asks()
		await at.first.ends('client')
		at.relay.reply(callId, OK)
		await settledOf(at.first.double, callId)
		await until(async () => ((await dueIn(at)) > 0 ? true : undefined), 'the end of the call')
		expect(await dueIn(at)).toBeLessThanOrEqual(CLIENT_IDLE_MS)
		const { callId: second, waiting } = await at.second.asks()
		expect(waiting).toBe(TURN_OF_ANOTHER)
		// The alarm rings for the end of the turn, not for the deadline of a call.
		const rings = await runInDurableObject(at.room, (_, ctx) => ctx.storage.getAlarm())
		expect((rings ?? 0) - Date.now()).toBeLessThanOrEqual(CLIENT_IDLE_MS)
		await passQuietTime(at.room)
		await at.relay.waitCall(second)
	})

	test('and the run that waits is told when it waits no longer', async () => {
		const at = await twoAgents()
		await at.first.changes()
		const { callId } = await at.second.asks()
		await at.first.ends()
		const told = await until(async () => {
			const { waiting } = await at.second.double.told()
			return waiting.find((one) => one.callId === callId && one.reason === null)
		}, 'the end of the wait')
		expect(told.reason).toBeNull()
	})
})

describe('nobody waits', () => {
	test('to read, or for an agent at another editor', async () => {
		const setup = await roomWith([seat(KEY_A), seat(KEY_B)])
		const agent = agents(setup)
		const [first, second] = [agent(), agent()]
		await first.asks({ editorKey: KEY_A })
		expect((await second.asks({ editorKey: KEY_A, replay: 'safe' })).waiting).toBeNull()
		expect((await second.asks({ editorKey: KEY_A, runsOn: 'relay' })).waiting).toBeNull()
		expect((await second.asks({ editorKey: KEY_B })).waiting).toBeNull()
	})

	test('for their own sub-agents, or these for each other', async () => {
		const at = await twoAgents()
		const { conversationId, double } = at.first
		const below = (callId: string) =>
			at.agent({ conversationId: subAgentId(conversationId, callId), double })
		expect((await below('one').asks()).waiting).toBeNull()
		expect((await below('two').asks()).waiting).toBeNull()
		expect((await at.first.asks()).waiting).toBeNull()
		expect((await at.second.asks()).waiting).toBe(TURN_OF_ANOTHER)
	})

	test('for an agent whose turn was over before', async () => {
		const at = await twoAgents()
		await at.first.changes()
		await at.first.ends()
		expect((await at.second.asks()).waiting).toBeNull()
	})
})

test('each agent has its turn in the order in which they came', async () => {
	const at = await twoAgents()
	const third = at.agent()
	await at.first.changes()
	const second = await at.second.asks()
	const last = await third.asks()
	await at.first.ends()
	await at.relay.waitCall(second.callId)
	expect(sent(at, last.callId)).toBe(false)
	// It begins anew, behind those who wait.
	const again = await at.first.asks()
	at.relay.reply(second.callId, OK)
	await settledOf(at.second.double, second.callId)
	await at.second.ends()
	await at.relay.waitCall(last.callId)
	expect(sent(at, again.callId)).toBe(false)
})

test('a call that waits for its turn can be stopped, and nobody waits behind it', async () => {
	const at = await twoAgents()
	await at.first.changes()
	const { callId } = await at.second.asks()
	await at.room.cancel({ kind: 'conversation', id: at.second.conversationId }, [callId])
	expect(await settledOf(at.second.double, callId)).toMatchObject({ error: { code: 'cancelled' } })
	expect(await queuesOf(at)).toBeUndefined()
	await at.first.ends()
	await at.relay.ping()
	expect(sent(at, callId)).toBe(false)
})

test('a queue for an editor that is away costs nothing', async () => {
	const at = await twoAgents()
	await at.first.changes()
	at.relay.phase(KEY_A, 'compiling')
	await at.relay.ping()
	await at.second.asks()
	await passQuietTime(at.room)
	const rings = await runInDurableObject(at.room, (_, ctx) => ctx.storage.getAlarm())
	expect(rings).toBeGreaterThan(Date.now() + 60_000)
})

describe('people see who has an editor and who waits', () => {
	test('on every page, at once', async () => {
		const at = await twoAgents()
		const { viewer, state } = await watch(at.client, at.projectId)
		expect(state.queues).toBeUndefined()
		await at.first.changes()
		await at.second.asks()
		const queue = {
			editorKey: KEY_A,
			holder: at.first.conversationId,
			waiting: [at.second.conversationId],
		}
		const told = await viewer.wait(({ params }) => params?.queues !== undefined, 'the queue')
		expect(told.params?.queues).toEqual([queue])
		await at.first.ends()
		await until(() => {
			const last = viewer.frames.findLast(({ method }) => method === 'room.state')
			return last?.params?.queues === undefined || undefined
		}, 'the end of the queue')
		viewer.close()
	})

	test('and let one go first: the others stay in their order', async () => {
		const at = await twoAgents()
		const third = at.agent()
		await at.first.changes()
		const second = await at.second.asks()
		const last = await third.asks()
		const { viewer } = await watch(at.client, at.projectId)
		const answer = await viewer.request('room.letFirst', {
			editorKey: KEY_A,
			conversationId: third.conversationId,
		})
		await at.relay.waitCall(last.callId)
		expect(sent(at, second.callId)).toBe(false)
		expect((await at.first.asks()).waiting).toBe(TURN_OF_ANOTHER)
		expect((answer.result as RoomState).queues).toEqual([
			{
				editorKey: KEY_A,
				holder: third.conversationId,
				waiting: [at.second.conversationId],
			},
		])
		viewer.close()
	})

	test('but cannot put first an agent that does not wait', async () => {
		const at = await twoAgents()
		await at.first.changes()
		const { viewer } = await watch(at.client, at.projectId)
		const { conversationId } = at.second
		const answer = await viewer.request('room.letFirst', { editorKey: KEY_A, conversationId })
		expect((answer.result as RoomState).queues).toBeUndefined()
		expect((await at.second.asks()).waiting).toBe(TURN_OF_ANOTHER)
		viewer.close()
	})

	test('and change the order only with a role above viewer', async () => {
		const at = await twoAgents()
		await at.first.changes()
		const { callId } = await at.second.asks()
		const who = lookingOn('Guest')
		const viewer = new Peer(await at.room.fetch(admission(who)))
		await viewer.request('viewer.hello', { protocolVersion: 1 })
		const { conversationId } = at.second
		const answer = await viewer.request('room.letFirst', { editorKey: KEY_A, conversationId })
		expect(answer.error?.message).toMatch('not change the order')
		await at.relay.ping()
		expect(sent(at, callId)).toBe(false)
		viewer.close()
	})
})
