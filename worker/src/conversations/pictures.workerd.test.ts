/** Pictures of finished conversations are read without waking their objects, and without the objects at all. */
import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { ConversationList } from '@fairlead/protocol/conversations/conversation'
import { ConversationExport } from '@fairlead/protocol/conversations/conversation-export'
import { MessagePage } from '@fairlead/protocol/conversations/messages'
import { afterEach, expect, test, vi } from 'vitest'
import { roomWith, until } from '../../test/double/harness.ts'
import { loseStorage, recorded } from '../../test/storage/lose-storage.ts'
import { Conversation } from './conversation.ts'
import { WakeAlarm } from './wake-alarm.ts'

const PNG =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

afterEach(() => vi.restoreAllMocks())

/** Every object reads its alarm when it wakes, and only then. */
const wakeUps = () => vi.spyOn(WakeAlarm.prototype, 'read')

async function finishedConversation() {
	const { client, projectId } = await roomWith([])
	const list = `/api/projects/${projectId}/conversations`
	const { id } = (await (await client.call('POST', list, {})).json()) as { id: string }
	const path = `/api/conversations/${id}`
	const parts = [
		{ type: 'text', text: 'What is this?' },
		{ type: 'file', mediaType: 'image/png', url: `data:image/png;base64,${PNG}` },
	]
	const posted = await client.call('POST', `${path}/messages`, {
		message: { id: 'm1', role: 'user', parts },
	})
	await posted.text()
	const lastRun = async () =>
		ConversationList.parse(await (await client.call('GET', list)).json()).conversations[0]?.lastRun
	const isOver = async () => ((await lastRun())?.state === 'completed' ? true : undefined)
	await until(isOver, 'D1 to know the end')
	const exported = async () => {
		const answer = await client.call('GET', `${path}/export/json`)
		const { pictures = {}, picturesLeftOut } = ConversationExport.parse(await answer.json())
		return { pictures, picturesLeftOut }
	}
	const [address = ''] = Object.keys((await exported()).pictures)
	return { client, path, id, exported, address }
}

const keysOf = async (id: string): Promise<number> =>
	((await env.PICTURES?.list({ prefix: `conversations/${id}/` }))?.objects ?? []).length

test('an export and a picture of a finished conversation wake no object', async () => {
	const { client, path, id, exported, address } = await finishedConversation()
	await recorded(id)
	await abortAllDurableObjects()
	const woken = wakeUps()
	const file = await exported()
	expect(Object.values(file.pictures)).toEqual([`data:image/png;base64,${PNG}`])
	expect(file.picturesLeftOut).toBe(0)
	const picture = await client.call('GET', address)
	expect(picture.headers.get('content-type')).toBe('image/png')
	expect(btoa(String.fromCharCode(...new Uint8Array(await picture.arrayBuffer())))).toBe(PNG)
	expect(woken).not.toHaveBeenCalled()
	MessagePage.parse(await (await client.call('GET', `${path}/messages`)).json())
	expect(woken, 'the spy counts').toHaveBeenCalledTimes(1)
})

test('pictures outlive the storage of their object', async () => {
	const { client, id, address } = await finishedConversation()
	await loseStorage(id)
	expect((await client.call('GET', address)).status).toBe(200)
})

test('a picture that was not recorded comes from the object', async () => {
	const { exported, address, id } = await finishedConversation()
	const asked = vi.spyOn(Conversation.prototype, 'blob')
	await env.PICTURES?.delete(`conversations/${id}/${address.split('/').at(-1)}`)
	expect(Object.keys((await exported()).pictures)).toEqual([address])
	expect(asked).toHaveBeenCalledTimes(1)
})

test('a deleted conversation leaves no picture behind', async () => {
	const { client, path, id } = await finishedConversation()
	expect(await keysOf(id)).toBe(1)
	expect((await client.call('DELETE', path)).status).toBe(204)
	expect(await keysOf(id)).toBe(0)
})
