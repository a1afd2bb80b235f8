import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../test/api-kit.ts'
import { allTables, leaveTraces, NAMES_NOBODY } from '../../test/people/traces-kit.ts'
import { database } from '../db/client.ts'
import { messages } from '../db/schema.ts'
import { exportAccount } from './export-account.ts'
import { signInFailures } from './store/schema.ts'

useApi()
const db = database(env.DB)
beforeEach(async () => {
	await db.delete(signInFailures)
})

/** Rows that last minutes: limits, and sign-ins and passkeys under way. A paired computer is a relay token. */
const PASSING = ['sign_in_failures', 'sign_in_tickets', 'passkey_challenges', 'pairings']
/** The names in the export that differ from the table's. */
const EXPORTED: Readonly<Record<string, string>> = { users: 'account', members: 'memberships' }
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())

type Row = Record<string, unknown>
const read = async (text: string) => JSON.parse(text) as Record<string, Row[]>

test('an export holds what is stored about the person, from every table, and no secret', async () => {
	const ada = await leaveTraces(api.projectId)
	const answer = await ada.client.call('GET', '/api/account/export')
	expect(answer.headers.get('content-disposition')).toMatch(
		/^attachment; filename="fairlead-.*json"$/,
	)
	const text = await answer.text()
	const data = await read(text)
	expect(data['complete']).toBe(true)
	const tables = (await allTables()).keys()
	for (const table of [...tables].filter((name) => ![...NAMES_NOBODY, ...PASSING].includes(name))) {
		// They are in their conversations, and so are the titles that are searched.
		if (table === 'messages' || table.startsWith('title_index')) continue
		// A new table: add it to `listsOf`, or to those that name nobody.
		expect(data[EXPORTED[table] ?? camel(table)], table).not.toEqual(undefined)
		expect(data[EXPORTED[table] ?? camel(table)]?.length, table).toBeGreaterThan(0)
	}
	expect(data['projects']?.map(({ name }) => name).sort()).toEqual(['Alone', 'Mine'])
	expect(data['account']).toMatchObject([{ name: ada.name, email: ada.email }])
	for (const place of [ada.own, ada.shared]) {
		const conversation = data['conversations']?.find(({ id }) => id === place.conversationId)
		expect(conversation?.['messages']).toMatchObject([
			{ text: 'hello', message: { metadata: { by: { name: ada.name } } } },
			{ role: 'assistant', message: { id: 'm2' } },
		])
	}
	for (const secret of ['tokenHash', 'secretHash', 'publicKey', 'sealed', 'aes-gcm'])
		expect(text).not.toContain(secret)
	// Another's conversation in the shared project, in which Ada did not write, is another's.
	expect(text).not.toContain(api.conversationId)
})

test('messages of a person in a project that they left are still theirs', async () => {
	const ada = await leaveTraces(api.projectId)
	await api.owner.call('DELETE', `/api/projects/${api.projectId}/members/${ada.userId}`)
	const data = await read(await (await ada.client.call('GET', '/api/account/export')).text())
	expect(data['conversations']?.map(({ id }) => id)).toEqual([ada.own.conversationId])
	expect(data['messagesElsewhere']).toMatchObject([
		{ conversationId: ada.shared.conversationId, text: 'hello' },
	])
})

test('an export reads as the client takes it: a long conversation is never held whole', async () => {
	const ada = await leaveTraces(api.projectId)
	const ui = JSON.stringify({ id: 'm', parts: [{ type: 'text', text: 'x'.repeat(500_000) }] })
	for (let i = 0; i < 20; i++) {
		await db.insert(messages).values({
			id: `n${String(i).padStart(3, '0')}`,
			conversationId: ada.own.conversationId,
			ui,
			role: 'assistant',
			text: '',
			createdAt: 1,
			seq: 10 + i,
		})
	}
	const person = { id: ada.userId, email: ada.email }
	const reader = exportAccount(db, person, Date.now()).getReader()
	let longest = 0
	let bytes = 0
	for (;;) {
		const { value, done } = await reader.read()
		if (done) break
		longest = Math.max(longest, value.byteLength)
		bytes += value.byteLength
	}
	expect(bytes).toBeGreaterThan(10_000_000)
	expect(longest).toBeLessThan(1_000_000)
})

test('an export is not read over and over', async () => {
	const path = '/api/account/export'
	for (let i = 0; i < 5; i++) {
		const answer = await api.stranger.call('GET', path)
		expect(answer.status).toBe(200)
		await answer.text()
	}
	const refused = await api.stranger.call('GET', path)
	expect((await problemOf(refused)).code).toBe('rate_limited')
	expect(refused.headers.get('retry-after')).toBe('600')
})
