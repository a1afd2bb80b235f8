import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { CLOSE } from '@fairlead/protocol/close-codes'
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
} from '../../test/double/harness.ts'

test('a relay that only seems to sleep is told to reconnect, and gets the calls held for it', async () => {
	const { relay, room, projectId, token } = await roomWith([seat(KEY_A)])
	await runInDurableObject(room, (_, ctx) => {
		// The clock jumps, as if the relay had been silent for long.
		for (const ws of ctx.getWebSockets()) {
			ws.serializeAttachment({ ...ws.deserializeAttachment(), connectedAt: 1 })
		}
	})
	await evictDurableObject(room)
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
