/** Permissions of coding agents on a relay's machine: the product's one approval, with a real Conversation. */
import { RelayTokenList } from '@fairlead/protocol/computers/relay-tokens'
import { resolveMcpCall } from '@fairlead/protocol/mcp'
import { TOOLS } from '@fairlead/protocol/tools'
import { DESK_CALLS } from '@fairlead/protocol/wire/relay-link'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serve } from '../../../bench/objects/editor.ts'
import { ringAt } from '../../test/clock.ts'
import { connectRelay, KEY_A, roomWith, seat, until } from '../../test/double/harness.ts'
import { answer, ended, isOpen, question } from '../../test/mcp/desk-kit.ts'
import { newMember } from '../../test/people/people-kit.ts'

let ids = 0
const ASKED = TOOLS.agent_permission.actions.run.examples[0]?.args
const PLACE = 'Game a on desk'
const permission = (params: object = {}) => ({
	id: `mcp_${String(++ids).padStart(24, '0')}`,
	editorKey: KEY_A,
	client: 'Claude Code',
	name: 'agent_permission',
	params: { ...ASKED, ...params },
})

let room: Awaited<ReturnType<typeof roomWith>>
let stop: () => void
beforeEach(async () => {
	// Unity need not be there.
	room = await roomWith([seat(KEY_A, 'gone')])
	stop = serve(room.relay)
})
afterEach(() => stop())

test('a permission is asked for on the page with the whole command, and given by the call that a person approved', async () => {
	const call = permission({ text: 'rm -rf build && npm test' })
	expect(await isOpen(room.relay, call)).toBe(true)
	const path = await question(room.client, room.projectId)
	const conversation = path.split('/')[3] ?? ''
	const found = await room.client.call('GET', `/api/conversations/${conversation}`)
	const title = expect.stringMatching(/^Claude Code \(Mend the door, Game a on desk\), [\d-]+$/)
	expect(await found.json()).toMatchObject({ title })
	const stream = await room.client.call('GET', `/api/conversations/${conversation}/stream`)
	const asked = await stream.text()
	expect(asked).toContain('rm -rf build && npm test')
	// The computer has the name that people of the project gave it, whatever the relay calls it.
	expect(asked).toContain(PLACE)
	expect(room.relay.calls()).toEqual([])
	expect(await answer(room.client, path, true)).toBe(204)
	expect((await ended(room.relay, call)).status).toBe('ok')
	expect(room.relay.calls()).toMatchObject([
		{ method: 'agent_permission', editorKey: KEY_A, params: { ...call.params, place: PLACE } },
	])
})

test('each session asks in its own conversation: its question does not wait behind that of another', async () => {
	const of = (session: string) => ({ ...permission({ session }), session })
	const [first, second] = [of('Mend the door'), of('Paint the lamp')]
	await isOpen(room.relay, first)
	const path = await question(room.client, room.projectId)
	await isOpen(room.relay, second)
	const other = await until(async () => {
		const newest = await question(room.client, room.projectId)
		return newest === path ? undefined : newest
	}, 'the second question')
	expect(await answer(room.client, other, true)).toBe(204)
	expect((await ended(room.relay, second)).status).toBe('ok')
	expect(await answer(room.client, path, false)).toBe(204)
	expect((await ended(room.relay, first)).error?.code).toBe('denied')
	// Another question of the first session is in the first conversation.
	const again = of('Mend the door')
	await isOpen(room.relay, again)
	const third = await until(async () => {
		const newest = await question(room.client, room.projectId)
		return newest === path ? undefined : newest
	}, 'the third question')
	expect(third.split('/')[3]).toBe(path.split('/')[3])
	expect(await answer(room.client, third, false)).toBe(204)
})

test('a denial comes back with its reason, and nothing is sent', async () => {
	const call = permission()
	await isOpen(room.relay, call)
	const path = await question(room.client, room.projectId)
	expect(await answer(room.client, path, false, { reason: 'run the unit tests only' })).toBe(204)
	const { error } = await ended(room.relay, call)
	expect(error).toMatchObject({
		code: 'denied',
		message: expect.stringContaining('run the unit tests only'),
	})
	expect(room.relay.calls()).toEqual([])
})

test('a permission that was answered in the terminal says so, and nobody has stopped it', async () => {
	const ends = async (withdrawn: object) => {
		const call = permission()
		await isOpen(room.relay, call)
		const path = await question(room.client, room.projectId)
		room.relay.notify('desk.withdraw', { ids: [call.id], ...withdrawn })
		await ended(room.relay, call)
		const read = `/api/conversations/${path.split('/')[3]}/messages`
		return (await room.client.call('GET', read)).text()
	}
	const answered = await ends({ reason: 'answered' })
	expect(answered).toContain('"withdrawn":"answered"')
	expect(answered).toContain('It was answered in the terminal before it ran.')
	expect(answered).not.toMatch(/"stoppedBy"|stopped waiting/)
	const gone = await ends({})
	expect(gone).toContain('The client stopped waiting before it ran.')
	expect(room.relay.calls()).toEqual([])
})

test.each(['comes back without it', 'stays away for a minute'])(
	'a permission whose relay was killed and %s is withdrawn and never granted',
	async (then) => {
		const call = permission()
		await isOpen(room.relay, call)
		const path = await question(room.client, room.projectId)
		room.relay.close()
		await until(
			async () => ((await room.room.listSeats()).seats[0]?.connected ? undefined : true),
			'the relay to go',
		)
		if (then === 'comes back without it') {
			const next = await connectRelay(room.projectId, room.token)
			await next.hello({ editors: [seat(KEY_A, 'gone')], connSeq: 2 })
		} else await ringAt(room.room, Date.now() + DESK_CALLS.awayMs)
		const read = `/api/conversations/${path.split('/')[3]}/messages`
		const messages = await until(async () => {
			const text = await (await room.client.call('GET', read)).text()
			return text.includes('stopped waiting') ? text : undefined
		}, 'its end')
		// Nobody knows that it was "Answered in the terminal".
		expect(messages).not.toContain('"withdrawn"')
		expect(messages).toMatch(/"answer":\{"approved":false,[^}]*"by":"ended"/)
		expect(await answer(room.client, path, true)).not.toBe(204)
	},
)

test('a conversation that is set to Auto asks all the same; one that is Read only leaves it to the terminal', async () => {
	await isOpen(room.relay, permission())
	const path = await question(room.client, room.projectId)
	const conversation = `/api/conversations/${path.split('/')[3]}`
	expect(await answer(room.client, path, false)).toBe(204)
	await room.client.call('PATCH', conversation, { mode: 'auto' })
	const again = permission()
	await isOpen(room.relay, again)
	const second = await until(async () => {
		const asked = await question(room.client, room.projectId)
		return asked === path ? undefined : asked
	}, 'the second question')
	expect(await answer(room.client, second, false)).toBe(204)
	await ended(room.relay, again)
	expect((await room.client.call('PATCH', conversation, { mode: 'read-only' })).ok).toBe(true)
	const third = permission()
	await isOpen(room.relay, third)
	expect((await ended(room.relay, third)).error).toMatchObject({
		code: 'denied',
		data: { mode: 'read-only' },
	})
	expect(room.relay.calls()).toEqual([])
})

test('a permission covers that command of that agent, and no other', async () => {
	const call = permission()
	await isOpen(room.relay, call)
	const path = await question(room.client, room.projectId)
	expect(await answer(room.client, path, true, { scope: 'project' })).toBe(204)
	await ended(room.relay, call)
	const same = permission()
	await isOpen(room.relay, same)
	expect((await ended(room.relay, same)).status).toBe('ok')
	const other = permission({ text: 'npm test -- --update' })
	await isOpen(room.relay, other)
	await question(room.client, room.projectId)
	expect(room.relay.calls()).toHaveLength(2)
})

test('a permission for a computer is asked for again once the computer has another name', async () => {
	const call = permission()
	await isOpen(room.relay, call)
	const path = await question(room.client, room.projectId)
	expect(await answer(room.client, path, true, { scope: 'project' })).toBe(204)
	await ended(room.relay, call)
	const tokens = `/api/projects/${room.projectId}/relay-tokens`
	const listed = RelayTokenList.parse(await (await room.client.call('GET', tokens)).json())
	await room.client.call('PATCH', `${tokens}/${listed.tokens[0]?.id}`, { label: 'Attic' })
	await isOpen(room.relay, permission())
	const again = await question(room.client, room.projectId)
	const stream = await room.client.call('GET', `${again.split('/approvals')[0]}/stream`)
	expect(await stream.text()).toContain('Game a on Attic')
})

test('a viewer cannot give a permission, and odd ones are asked of nobody', async () => {
	const call = permission()
	await isOpen(room.relay, call)
	const path = await question(room.client, room.projectId)
	const { client } = await newMember(room.projectId, 'viewer')
	expect(await answer(client, path, true)).toBe(403)
	expect(await isOpen(room.relay, permission({ request_id: '1' }))).toBe(false)
	expect(await isOpen(room.relay, permission({ text: '' }))).toBe(false)
	expect(await isOpen(room.relay, { ...permission(), editorKey: 'relay-9:aaaaaaaaaaaa' })).toBe(
		false,
	)
})

test('an MCP client cannot give a permission', () => {
	const named = { name: 'agent_permission', arguments: ASKED }
	for (const [name, args] of [['agent_permission', ASKED] as const, ['call_tool', named] as const])
		expect(resolveMcpCall(name, args ?? {}, { kind: 'unity', custom: [] })).toMatchObject({
			kind: 'answer',
			outcome: { error: { code: 'unknown_tool' } },
		})
})
