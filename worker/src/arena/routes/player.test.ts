import { expect, test } from 'vitest'
import { sqliteD1 } from '../../../test/storage/sqlite-d1.ts'
import { arenaPlayerRoutes } from './player.ts'

test('a person whose other request made their player meanwhile gets that player, not "taken"', async () => {
	let isFirst = true
	const { db, sqlite } = sqliteD1((query) => {
		if (!isFirst || !/^insert into "arena_players"/.test(query)) return
		isFirst = false
		sqlite.exec(
			"insert into arena_players (name, user_id, key_hash, created_at) values ('Ada', 'usr_1', 'h', 1)",
		)
	})
	sqlite.exec("insert into users (id, name, role, created_at) values ('usr_1', 'Ada', 'member', 1)")
	const [make] = arenaPlayerRoutes
	const input = { db, body: { name: 'Ada' }, granted: { actor: { userId: 'usr_1' } }, now: 1 }
	const answer = await make?.handle(input as never)
	expect(answer?.status).toBe(200)
	expect(await answer?.json()).toMatchObject({ id: 1, name: 'Ada' })
	expect(isFirst).toBe(false)
})
