/** A person plays in the arena with their session, as their own player and nobody else's. */
import { expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import { callArena, IMP } from '../../../test/arena/arena-kit.ts'
import type { Client } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'

useApi()
const PLAYER = '/api/account/arena-player'
const DWARF = 'bomb add #4, 3\nmov 2, @2\njmp bomb\ndat 0, 0'

async function player(name: string): Promise<{ client: Client; id: number; apiKey: string }> {
	const { client } = await newMember(api.projectId, 'viewer')
	const made = (await (await client.call('POST', PLAYER, { name })).json()) as {
		id: number
		apiKey: string
	}
	return { client, ...made }
}
const upload = (client: Client, redcode: string) =>
	client.call('POST', `${PLAYER}/warrior`, { name: 'W', redcode })

test('a warrior is uploaded and fights, and both sides show whose it is', async () => {
	const [ada, bob] = [await player('Page Ada'), await player('Page Bob')]
	expect((await upload(ada.client, DWARF)).status).toBe(201)
	expect((await upload(bob.client, IMP)).status).toBe(201)
	expect(await (await ada.client.call('GET', PLAYER)).json()).toMatchObject({
		player: { id: ada.id, name: 'Page Ada', warrior: { name: 'W', redcode: DWARF } },
	})
	const fought = await ada.client.call('POST', `${PLAYER}/challenge`, { defender_id: bob.id })
	expect(fought.status).toBe(200)
	const { battle_id } = (await fought.json()) as { battle_id: number }
	const battle = (await callArena('GET', `/arena/api/battles/${battle_id}`)).value
	expect(battle).toMatchObject({
		challenger: { id: ada.id, redcode: DWARF },
		defender: { id: bob.id, redcode: IMP },
	})
})

test('an arena begins with the person’s warrior, beside stock bots', async () => {
	const { client, id } = await player('Page arena')
	const body = { name: 'A', redcode: IMP, auto_join: true }
	expect((await client.call('POST', `${PLAYER}/arena-warrior`, body)).status).toBe(201)
	const started = await client.call('POST', `${PLAYER}/arena`)
	expect(started.status).toBe(200)
	const { placements } = (await started.json()) as { placements: { player_id: number | null }[] }
	expect(placements).toHaveLength(10)
	expect(placements.map(({ player_id }) => player_id)).toContain(id)
})

test('refusals say what to do: no player, a source that does not assemble, nobody there', async () => {
	const { client } = await newMember(api.projectId, 'viewer')
	expect(await (await client.call('GET', PLAYER)).json()).toEqual({ player: null })
	expect((await problemOf(await upload(client, IMP))).code).toBe('not_found')
	const own = await player('Page refused')
	const wrong = await problemOf(await upload(own.client, 'mov 0, nowhere'))
	expect(wrong).toMatchObject({ code: 'invalid_request' })
	expect(wrong.issues?.[0]?.message).toContain('Line 1')
	await upload(own.client, IMP)
	const challenge = (defender_id: number) =>
		own.client.call('POST', `${PLAYER}/challenge`, { defender_id })
	expect((await problemOf(await challenge(999_999_999))).code).toBe('not_found')
	expect((await problemOf(await challenge(own.id))).code).toBe('invalid_request')
})
