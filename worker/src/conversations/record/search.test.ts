/** A conversation that a person remembers a word of, and cannot find again; or words of other people's projects. */
import { expect, test } from 'vitest'
import { sqliteD1 } from '../../../test/storage/sqlite-d1.ts'
import { projects } from '../../db/schema.ts'
import {
	deleteConversation,
	insertConversation,
	listConversations,
	newConversation,
	updateConversation,
} from './conversations.ts'
import { findTexts, matches } from './search.ts'
import { forgetTranscript, recordMessage } from './transcript.ts'

const OURS = 'prj_0000000000000000000000ab1'
/** Ends as ours does, so the index holds them together. */
const THEIRS = 'prj_0000000000000000000009ab1'

async function world() {
	const { db, sqlite } = sqliteD1()
	for (const id of [OURS, THEIRS])
		await db.insert(projects).values({ id, name: 'P', createdAt: 1, updatedAt: 1 })
	const conversation = async (id: string, title: string, projectId = OURS) => {
		const settings = { titleSource: 'user', mode: 'auto', model: null, budget: null } as const
		await insertConversation(db, newConversation({ id, projectId, title, ...settings }, 1))
	}
	let seq = 0
	const say = async (conversationId: string, text: string, id = `m${seq + 1}`) => {
		const ui = JSON.stringify({ id, role: 'user', parts: [{ type: 'text', text }] })
		const place = { seq: ++seq, id, role: 'user', runId: 'run', createdAt: seq } as const
		await recordMessage(db, conversationId, { ...place, ui, model: null }, text)
	}
	const search = async (query: string, texts = true, projectId = OURS) => {
		const rows = await listConversations(
			db,
			{ projectId, place: 'list' },
			50,
			null,
			matches(projectId, query, texts),
		)
		return rows.map(({ id }) => id).sort()
	}
	const snippet = async (query: string, id: string) => {
		const found = (await findTexts(db, OURS, query, [id])).get(id)
		return found?.snippet.map(({ text, found: is }) => (is ? `[${text}]` : text)).join('')
	}
	return { db, sqlite, conversation, say, search, snippet }
}

test('words are found in titles and in messages, in any order, case, accent and script', async () => {
	const { conversation, say, search, snippet } = await world()
	await conversation('cnv_title', 'Über den Würfel')
	await conversation('cnv_text', 'New conversation')
	await say('cnv_text', 'The PlayerController moves the cube. 立方体を回転させる')
	expect(await search('uber wurf')).toEqual(['cnv_title'])
	expect(await search('CUBE controller')).toEqual(['cnv_text'])
	expect(await search('方体を回')).toEqual(['cnv_text'])
	expect(await search('cube ball')).toEqual([])
	expect(await snippet('controller', 'cnv_text')).toBe(
		'The Player[Controller] moves the cube. 立方体を回転させる',
	)
	expect(await snippet('cube', 'cnv_title')).toBeUndefined()
})

test('a word of one or two letters is found', async () => {
	const { conversation, say, search, snippet } = await world()
	await conversation('cnv_a', 'Für UI')
	await conversation('cnv_b', 'Other')
	await say('cnv_b', 'この立方体を赤くする。100%')
	expect(await search('ui')).toEqual(['cnv_a'])
	expect(await search('立方')).toEqual(['cnv_b'])
	expect(await search('立方 赤くする')).toEqual(['cnv_b'])
	expect(await search('0%')).toEqual(['cnv_b'])
	expect(await search('_%')).toEqual([])
	expect(await snippet('赤', 'cnv_b')).toBe('この立方体を[赤]くする。100%')
})

test('nothing of another project is found', async () => {
	const { conversation, say, search } = await world()
	await conversation('cnv_theirs', 'secret title', THEIRS)
	await say('cnv_theirs', 'secret text of theirs')
	expect(await search('secret')).toEqual([])
	expect(await search('se')).toEqual([])
	expect(await search('secret', true, THEIRS)).toEqual(['cnv_theirs'])
})

test('a search in titles alone finds nothing in messages', async () => {
	const { conversation, say, search } = await world()
	await conversation('cnv_a', 'Cube')
	await say('cnv_a', 'sphere')
	expect(await search('sphere', false)).toEqual([])
	expect(await search('cub', false)).toEqual(['cnv_a'])
})

test.each([
	'"',
	'a" OR "b',
	'text : cube',
	'cube AND',
	'NEAR(',
	'* ^ -',
	'(((',
	"'; --",
	'\u0000\u0001',
	'title:x"*',
])('%j is text, and no syntax', async (query) => {
	const { conversation, say, search } = await world()
	await conversation('cnv_a', 'cube')
	await say('cnv_a', 'cube')
	expect(await search(query)).toEqual([])
})

test('a message that entered a run leads to the answer in which it stands', async () => {
	const { db, sqlite, conversation, say } = await world()
	await conversation('cnv_a', 'T')
	await say('cnv_a', 'answer', 'msg_answer')
	sqlite.exec("UPDATE messages SET role = 'assistant'")
	sqlite.exec(
		`INSERT INTO messages (id, conversation_id, role, text, run_id, created_at)
			VALUES ('entered', 'cnv_a', 'user', 'and a lamp', 'run', 9)`,
	)
	const found = await findTexts(db, OURS, 'lamp', ['cnv_a'])
	expect(found.get('cnv_a')).toMatchObject({ messageId: 'msg_answer', role: 'user' })
})

test('renamed, repeated and deleted: the index has what there is', async () => {
	const { db, sqlite, conversation, say, search } = await world()
	await conversation('cnv_a', 'before')
	await say('cnv_a', 'a red cube', 'm')
	await updateConversation(db, 'cnv_a', { title: 'afterwards' }, 2)
	// An object that was restored records its messages again.
	await say('cnv_a', 'a red cube', 'm')
	expect(await search('before')).toEqual([])
	expect(await search('afterw')).toEqual(['cnv_a'])
	expect(await search('red')).toEqual(['cnv_a'])
	await forgetTranscript(db, 'cnv_a')
	expect(await search('red')).toEqual([])
	await say('cnv_a', 'a red cube')
	await deleteConversation(db, { id: 'cnv_a', projectId: OURS })
	for (const table of ['title_index', 'text_index'])
		expect(sqlite.prepare(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: 0 })
})
