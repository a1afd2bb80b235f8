/** A person's player in the arena is theirs: made once, with keys that can be replaced, and gone with the account. */
import { env } from 'cloudflare:workers'
import { ArenaPlayerKey } from '@fairlead/protocol/people/account'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import { callArena, IMP } from '../../../test/arena/arena-kit.ts'
import { type Client, until } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { database } from '../../db/client.ts'
import { allowances } from '../../usage/store/fair-use-schema.ts'
import { arenaPlayerById } from '../store/players.ts'
import { arenaPlayers } from '../store/schema.ts'

useApi()
const db = database(env.DB)

async function player(client: Client, name: string): Promise<ArenaPlayerKey> {
	return ArenaPlayerKey.parse(
		await (await client.call('POST', '/api/account/arena-player', { name })).json(),
	)
}
const statusWith = async (key: string) => (await callArena('GET', '/arena/api/me', { key })).status

test('asking again replaces the key: the player, its name and its rating stay', async () => {
	const { client } = await newMember(api.projectId, 'viewer')
	const first = await player(client, 'Grace')
	const second = await player(client, 'Another name')
	expect(second).toMatchObject({ id: first.id, name: 'Grace' })
	expect([await statusWith(first.apiKey), await statusWith(second.apiKey)]).toEqual([401, 200])
	const other = await newMember(api.projectId, 'viewer')
	const taken = await other.client.call('POST', '/api/account/arena-player', { name: 'grace' })
	expect((await problemOf(taken)).code).toBe('conflict')
})

test('a suspended person’s key does not work until the suspension ends', async () => {
	const { client, userId } = await newMember(api.projectId, 'viewer')
	const { apiKey } = await player(client, 'Suspended one')
	await db.insert(allowances).values({ subject: userId, suspendedAt: 1 })
	expect(await statusWith(apiKey)).toBe(401)
	await db.delete(allowances).where(eq(allowances.subject, userId))
	expect(await statusWith(apiKey)).toBe(200)
})

test('key, name and sources go with the account; the opponent keeps the result', async () => {
	const [ada, bob] = [
		await newMember(api.projectId, 'viewer'),
		await newMember(api.projectId, 'viewer'),
	]
	const own = await player(ada.client, 'Leaving')
	const other = await player(bob.client, 'Staying')
	for (const { apiKey: key } of [own, other]) {
		await callArena('POST', '/arena/api/warriors', { key, body: { name: 'W', redcode: IMP } })
	}
	const fought = await callArena('POST', '/arena/api/challenge', {
		key: other.apiKey,
		body: { defender_id: own.id },
	})
	expect(fought.status).toBe(200)
	expect((await ada.client.call('DELETE', '/api/account', { name: 'Mate' })).status).toBe(204)
	expect(await statusWith(own.apiKey)).toBe(401)
	expect(await arenaPlayerById(db, own.id)).toBe(undefined)
	const id = fought.value.battle_id
	const battle = (await callArena('GET', `/arena/api/battles/${id}`)).value
	expect(battle.defender).toMatchObject({ id: null, name: 'Former player', redcode: null })
	expect(battle.challenger).toMatchObject({ id: other.id, redcode: IMP })
	expect((await callArena('GET', `/arena/api/battles/${id}/replay`)).status).toBe(404)
	const profile = (await callArena('GET', `/arena/api/players/${other.id}`)).value
	expect(profile.recent_battles).toMatchObject([{ opponent: { id: null, name: 'Former player' } }])
	await until(
		async () =>
			(await db.select().from(arenaPlayers).where(eq(arenaPlayers.id, own.id))).length === 0
				? true
				: undefined,
		'the player to be deleted',
	)
	expect((await callArena('GET', `/arena/api/battles/${id}`)).value).toEqual(battle)
})
