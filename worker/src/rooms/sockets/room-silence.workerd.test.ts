import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import type { RoomState } from '@fairlead/protocol/wire/viewer-link'
import { expect, test } from 'vitest'
import {
	connectRelay,
	dispatchOf,
	KEY_A,
	newConversation,
	OK,
	roomWith,
	seat,
	settledOf,
	until,
	watch,
} from '../../../test/double/harness.ts'

/** The clock jumps, as if the relay had been silent for long. */
async function clockJumps(room: Awaited<ReturnType<typeof roomWith>>['room']): Promise<void> {
	await runInDurableObject(room, (_, ctx) => {
		for (const ws of ctx.getWebSockets()) {
			ws.serializeAttachment({ ...ws.deserializeAttachment(), connectedAt: 1 })
		}
	})
	await evictDurableObject(room)
}

test('a relay that only seems to sleep is told to reconnect, and gets the calls held for it', async () => {
	const { relay, room, projectId, token } = await roomWith([seat(KEY_A)])
	await clockJumps(room)
	const { conversationId, double } = newConversation()
	const request = dispatchOf(conversationId)
	const { callId } = request.call
	expect(await room.dispatch(request)).toMatchObject({
		accepted: true,
		waiting: expect.stringContaining('relay'),
	})
	expect(await relay.waitClosed()).toMatchObject({ code: CLOSE.restarting })
	expect(relay.calls()).toEqual([])

	const back = await connectRelay(projectId, token)
	await back.hello({ connSeq: 2, editors: [seat(KEY_A)] })
	await back.waitCall(callId)
	back.reply(callId, OK)
	expect(await settledOf(double, callId)).toEqual(OK)
})

test('a frame after a jump of the clock shows that the relay is there: calls held for Unity go out', async () => {
	const { relay, room } = await roomWith([seat(KEY_A, 'reloading')])
	const { conversationId } = newConversation()
	const request = dispatchOf(conversationId)
	expect(await room.dispatch(request)).toMatchObject({ waiting: 'Unity is reloading the domain' })
	await clockJumps(room)
	relay.phase(KEY_A, 'ready')
	await relay.waitCall(request.call.callId)
})

test('a relay or a page that leaves a sleeping room is missed there', async () => {
	const { client, relay, room, projectId, token } = await roomWith([seat(KEY_A)])
	const { viewer } = await watch(client, projectId)
	const other = await connectRelay(projectId, token)
	await other.hello({ relayId: 'relay-2' })
	const relays = (): number | undefined => {
		const shown = viewer.frames.findLast(({ method }) => method === 'room.state')
		return (shown?.params as RoomState | undefined)?.relays.length
	}
	await until(() => relays() === 2 || undefined, 'both relays')
	await evictDurableObject(room)
	relay.close()
	await until(() => relays() === 1 || undefined, 'one relay to be left')
	await evictDurableObject(room)
	viewer.close()
	await other.wait(({ params }) => params?.watching === false, 'that nobody watches')
})
