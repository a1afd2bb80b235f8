/** A person's player in an arena of another server. The key goes in, and never out. */
import {
	LiveArena,
	LiveArenaState,
	MODELWAR_URL,
	PutLiveArena,
} from '@fairlead/protocol/arena/live-arena'
import { knownOrigin } from '../../accounts/sign-in/configured-methods.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { canStoreKeys, lastFourOf } from '../../models/model-keys.ts'
import { MANAGES_KEYS, requireChecksLeft, requireKeyStore } from '../../models/routes/keys.ts'
import { within } from '../../within.ts'
import type { ArenaBackend } from '../client/ask.ts'
import { ArenaClient } from '../client/client.ts'
import { liveArena } from '../client/live.ts'
import type { ArenaProblem } from '../client/outcome.ts'
import { sealArenaKey } from '../client/stored.ts'
import {
	deleteLiveArena,
	findLiveArena,
	type LiveArenaRow,
	putLiveArena,
} from '../store/live-arenas.ts'

/** Limit of a question and its repetitions: a person waits for it. */
const ASK_MS = 20_000
const NOTHING_STORED = 'Nothing was stored.'

const described = ({ url, playerId, playerName, lastFour, addedAt }: LiveArenaRow): LiveArena => ({
	url,
	player: { id: playerId, name: playerName },
	key: { lastFour, addedAt },
})

const meAt = (backend: ArenaBackend) =>
	within(ASK_MS, (signal) => new ArenaClient({ backend, signal }).me())

const ofAddress = (message: string): HttpProblem =>
	new HttpProblem('invalid_request', 'This address cannot be used.', {
		issues: [{ path: '/url', message }],
	})

/** Why the arena did not show the key's player. */
function problemOf({ code, message }: ArenaProblem, url: string): HttpProblem {
	const { host } = new URL(url)
	switch (code) {
		case 'address_refused':
		case 'moved':
			return ofAddress(message)
		case 'unauthorized':
		case 'forbidden':
			return new HttpProblem('key_refused', `${host} refused this key.`, {
				detail: `Copy the whole key again, as the arena showed it when the player was registered. ${NOTHING_STORED}`,
			})
		case 'rate_limited':
			return new HttpProblem('unavailable', `${host} got too many requests.`, {
				detail: `Wait a minute, then try again. ${NOTHING_STORED}`,
			})
		case 'timeout':
		case 'unreachable':
		case 'unavailable':
		case 'server_error':
		case 'cancelled':
			return new HttpProblem('unavailable', `${host} did not answer as it should.`, {
				detail: `Try again in a few minutes. ${NOTHING_STORED}`,
			})
		case 'invalid':
		case 'not_found':
		case 'conflict':
		case 'too_large':
		case 'unreadable':
			return new HttpProblem('unavailable', `${host} did not answer like an arena.`, {
				detail: `The address must be one below which /api/me is, such as ${MODELWAR_URL}. ${NOTHING_STORED}`,
			})
		default:
			return code satisfies never
	}
}

export const liveArenaRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/live-arena',
		operationId: 'getLiveArena',
		summary: 'Get your player in an arena of another server',
		access: MANAGES_KEYS,
		answers: [{ status: 200, schema: LiveArenaState, description: 'Without the key itself.' }],
		async handle({ db, env, granted }) {
			const row = await findLiveArena(db, granted.actor.userId)
			return json({
				arena: row ? described(row) : null,
				canStore: canStoreKeys(env),
			} satisfies LiveArenaState)
		},
	}),
	route({
		method: 'put',
		path: '/api/live-arena',
		operationId: 'putLiveArena',
		summary: 'Store your player in an arena of another server, instead of the one before',
		access: MANAGES_KEYS,
		body: PutLiveArena,
		answers: [
			{
				status: 200,
				schema: LiveArena,
				description: 'The arena has shown the player whose key it is, and it is stored.',
			},
		],
		async handle({ c, db, env, body, granted, now }) {
			const { userId } = granted.actor
			requireKeyStore(env)
			await requireChecksLeft(db, userId, now)
			if (!URL.canParse(body.url))
				throw ofAddress('This is not a web address. Begin it with https://.')
			const url = body.url.replace(/\/+$/, '')
			const origin = knownOrigin(env, c.req.raw)
			const backend = liveArena(env, { url, origin, key: body.key })
			const me = await meAt(backend)
			if (!me.ok) throw problemOf(me.problem, url)
			const row: LiveArenaRow = {
				userId,
				url,
				origin,
				playerId: me.value.id,
				playerName: me.value.name,
				sealed: await sealArenaKey(env, userId, body.key),
				lastFour: lastFourOf(body.key),
				addedAt: now,
			}
			await putLiveArena(db, row)
			return json(described(row))
		},
	}),
	route({
		method: 'delete',
		path: '/api/live-arena',
		operationId: 'removeLiveArena',
		summary: 'Remove your player in an arena of another server from here',
		access: MANAGES_KEYS,
		answers: [{ status: 204, description: 'Removed. The player stays in that arena.' }],
		async handle({ db, granted }) {
			if (!(await deleteLiveArena(db, granted.actor.userId))) throw notFound('player')
			return noContent()
		},
	}),
]
