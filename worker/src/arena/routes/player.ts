/** A person's player in the Core War arena, whose API (`worker/src/arena/http/`) has keys of its own. */
import { ArenaPlayerKey, MakeArenaPlayer } from '@fairlead/protocol/people/account'
import { HttpProblem } from '../../http/problem.ts'
import { json, type Route, route } from '../../http/route.ts'
import { registerPlayer, replaceKey } from '../players.ts'

export const arenaPlayerRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/account/arena-player',
		operationId: 'makeArenaPlayer',
		summary: 'Become a player in the Core War arena, or get a new key for your player',
		access: { by: ['session'], on: 'account', needs: 'arena.play', origin: 'own-to-change' },
		body: MakeArenaPlayer,
		answers: [
			{
				status: 200,
				schema: ArenaPlayerKey,
				description: 'You had a player. Its old key no longer works.',
			},
			{ status: 201, schema: ArenaPlayerKey, description: 'You have a player now.' },
		],
		async handle({ db, body, granted, now }) {
			const { userId } = granted.actor
			const withNewKey = async () => {
				const had = await replaceKey(db, userId)
				return had && json({ id: had.id, name: had.name, apiKey: had.key })
			}
			const known = await withNewKey()
			if (known) return known
			const made = await registerPlayer(db, { name: body.name, userId }, now)
			if (made) return json({ id: made.id, name: made.name, apiKey: made.api_key }, 201)
			// Another request of this person may just have made it.
			const meanwhile = await withNewKey()
			if (meanwhile) return meanwhile
			throw new HttpProblem('conflict', 'This name is taken.', { detail: 'Choose another name.' })
		},
	}),
]
