import { env } from 'cloudflare:workers'
import { Account, PasskeyList } from '@fairlead/protocol/people/account'
import { Me } from '@fairlead/protocol/people/session'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import { newPasskey } from '../../../test/people/passkey-kit.ts'
import { database } from '../../db/client.ts'
import { identities, users } from '../store/schema.ts'

useApi()
const db = database(env.DB)

const account = async (client = api.stranger): Promise<Account> =>
	Account.parse(await (await client.call('GET', '/api/account')).json())

test('a new name is the person’s everywhere from now on', async () => {
	const answer = await api.stranger.call('PATCH', '/api/account', { name: '  Ada  ' })
	expect(Account.parse(await answer.json()).name).toBe('Ada')
	expect((await account()).name).toBe('Ada')
	expect(Me.parse(await (await api.stranger.call('GET', '/api/me')).json()).name).toBe('Ada')
	const empty = await api.stranger.call('PATCH', '/api/account', { name: '   ' })
	expect((await problemOf(empty)).issues?.[0]?.message).toBe('Enter a name.')
})

test('the ways in are those of the person: the setup token is the owner’s alone', async () => {
	expect((await account(api.owner)).signInMethods).toEqual([{ kind: 'setup_token' }])
	expect((await account()).signInMethods).toEqual([])
	await newPasskey(api.stranger)
	expect((await account()).signInMethods).toEqual([{ kind: 'passkeys', count: 1 }])
	expect((await account(api.owner)).signInMethods).toEqual([{ kind: 'setup_token' }])
})

test('a service or mail that is not set up here is no way in: the last passkey is still the last', async () => {
	const { userId } = await account()
	await db.update(users).set({ email: 'ada@example.com' }).where(eq(users.id, userId))
	await db
		.insert(identities)
		.values({ provider: 'github', subject: '1', userId, label: 'ada', createdAt: 1 })
	expect((await account()).signInMethods).toEqual([{ kind: 'passkeys', count: 1 }])
	const { passkeys } = PasskeyList.parse(
		await (await api.stranger.call('GET', '/api/passkeys')).json(),
	)
	const removing = await api.stranger.call('DELETE', `/api/passkeys/${passkeys[0]?.id}`)
	expect((await problemOf(removing)).code).toBe('last_way_in')
})
