/** The arena of a started server, over the network: the contract of every arena, and a person whose player is there. */
import { LiveArena } from '@fairlead/protocol/arena/live-arena'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { ArenaClient } from '../../worker/src/arena/client/client.ts'
import { arenaContract, resultOf } from '../../worker/test/arena/arena-contract.ts'
import { asOwner, ownStack } from './stack-kit.ts'

let stack: Stack
beforeAll(async () => {
	const own = await ownStack()
	stack = own.stack
	return own.close
})

const urlOf = () => `${stack.origin}/arena`
const client = (key: string | null) =>
	new ArenaClient({
		backend: {
			title: 'The arena',
			send(path, init) {
				const headers = new Headers(init.headers)
				if (key !== null) headers.set('authorization', `Bearer ${key}`)
				return fetch(`${urlOf()}${path}`, { ...init, headers })
			},
		},
	})

arenaContract('the arena of a started server', () => ({ client }), { refuse: false, slow: false })

test('a person stores their player there, and is shown it as it is now', async () => {
	const { id, api_key: key } = resultOf(await client(null).register('Of the owner'))
	const put = await asOwner(stack, 'PUT', '/api/live-arena', { url: urlOf(), key })
	expect(LiveArena.parse(await put.json())).toMatchObject({
		url: urlOf(),
		player: { id, name: 'Of the owner' },
		key: { lastFour: key.slice(-4) },
	})
	resultOf(await client(key).uploadWarrior('Imp', 'mov 0, 1\n'))
	const player = await asOwner(stack, 'GET', '/api/live-arena/player')
	expect(await player.json()).toMatchObject({ id, warrior: { name: 'Imp' } })
})
