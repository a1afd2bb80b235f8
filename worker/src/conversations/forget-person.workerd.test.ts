/** A deleted person in a conversation of others: what they wrote stays, their name does not. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { KEY_A, roomWith, seat, until } from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'

const said = (id: string) => ({
	message: { id, role: 'user', parts: [{ type: 'text', text: 'create a cube named Box' }] },
})

/** Everything in the object's storage. */
const stored = (id: string): Promise<string> =>
	runInDurableObject(env.CONVERSATION.getByName(id), (_, { storage: { sql } }) => {
		const tables = sql
			.exec<{ name: string }>("select name from sqlite_master where type = 'table'")
			.toArray()
			.filter(({ name }) => !/^(sqlite|_cf)_/.test(name))
		return JSON.stringify(
			tables.map(({ name }) => sql.exec(`select * from ${name}`).toArray()),
			(_key, value) => (value instanceof ArrayBuffer ? null : value),
		)
	})

test('the object, the room and D1 forget a person whose run was active; other people’s messages keep their names', async () => {
	const { client: owner, projectId } = await roomWith([seat(KEY_A, 'compiling')])
	const mate = await newMember(projectId, 'editor')
	const created = await owner.call('POST', `/api/projects/${projectId}/conversations`, {})
	const { id } = (await created.json()) as { id: string }
	const path = `/api/conversations/${id}`
	const read = async () =>
		(await (await owner.call('GET', `${path}/messages`)).json()) as {
			messages: { metadata?: { by?: { name: string } }; parts: { text?: string }[] }[]
			activeRun: { state: string } | null
		}
	const waits = () =>
		until(
			async () => (await read()).activeRun?.state === 'waiting_editor' || undefined,
			'the run to wait',
		)
	await owner.call('POST', `${path}/messages`, said('m1'))
	await waits()
	// The message enters the owner's run: the answer names its author, in the stream too.
	await mate.client.call('POST', `${path}/messages`, { ...said('m2'), steer: 'interrupt' })
	await waits()
	await mate.client.call('POST', `${path}/stop`, {})
	await until(async () => (await read()).activeRun === null || undefined, 'the run to end')
	await mate.client.call('POST', `${path}/messages`, said('m3'))
	await waits()
	// The state after a run of theirs that a budget counts.
	await runInDurableObject(env.CONVERSATION.getByName(id), (_, { storage: { sql } }) => {
		const read = JSON.stringify({ userId: mate.userId, figures: { figures: [] } })
		sql.exec("insert into setting (key, value) values ('dollar_budgets', ?)", read)
	})
	expect(await stored(id)).toContain(mate.userId)

	const deleted = await mate.client.call('DELETE', '/api/account', { name: 'Mate' })
	expect(deleted.status).toBe(204)
	const left = () => env.DB.prepare('select 1 from users where id = ?').bind(mate.userId).all()
	await until(
		async () => (await left()).results.length === 0 || undefined,
		'the account to be gone',
	)
	expect(await stored(id)).not.toContain(mate.userId)
	const rows = await env.DB.prepare('select * from messages where conversation_id = ?')
		.bind(id)
		.all()
	expect(JSON.stringify(rows.results)).not.toMatch(new RegExp(`${mate.userId}|"Mate"`))
	const { messages, activeRun } = await read()
	expect(activeRun).toBeNull()
	const ofPeople = messages.flatMap(({ metadata, parts }) =>
		metadata?.by ? [[metadata.by.name, parts[0]?.text]] : [],
	)
	expect(ofPeople).toEqual([
		['Owner', 'create a cube named Box'],
		['Deleted user', 'create a cube named Box'],
	])
	expect(JSON.stringify(messages)).toContain('Deleted user')
	// The conversation still works.
	const next = await owner.call('POST', `${path}/messages`, said('m4'))
	expect(next.status).toBe(200)
	await waits()
	await owner.call('POST', `${path}/stop`, {})
})
