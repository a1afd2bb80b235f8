/**
 * Search in the titles and messages of a project's conversations. The indexes are virtual tables of FTS5 with trigrams, see
 * `migrations/0000_init.sql`. A query is words: each must occur, as a part of a word too, all in the title or all in
 * one message.
 */
import type { FoundIn } from '@fairlead/protocol/conversations/conversation'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { conversations } from '../../db/schema.ts'

/** Messages that a search looks at: the newest that match, or the newest of all if no word has a trigram. */
const MAX_MATCHES = 1_000
/** Conversations whose messages are looked through if no word has a trigram: the most recently changed. */
const MAX_LOOKED_THROUGH = 100
/** The most words: each is one more condition. */
const MAX_WORDS = 12
const TRIGRAM = 3
/** Trigrams of a snippet, which is about so many characters. The most that FTS5 takes. */
const SNIPPET_TRIGRAMS = 64
/** Marks around a match in a snippet: characters that cannot stand in a text that people see. */
const OPEN = '\u0002'
const CLOSE = '\u0003'

interface Words {
	/** Quoted strings in the syntax of FTS5; null: no word is long enough for the index. */
	readonly match: string | null
	/** Words shorter than a trigram: compared with each text. */
	readonly short: readonly string[]
}

function split(query: string): string[] {
	// A control character would end FTS5's string.
	const words = query.replace(/\p{Cc}/gu, ' ').split(/\s+/u)
	return words.filter(Boolean).slice(0, MAX_WORDS)
}

/** Pure. No character of a query has a meaning for FTS5 or LIKE. */
export function wordsOf(query: string): Words {
	const words = split(query)
	const long = words.filter((word) => [...word].length >= TRIGRAM)
	return {
		match:
			long.length === 0 ? null : long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' '),
		short: words.filter((word) => [...word].length < TRIGRAM),
	}
}

const placeOf = (projectId: string): string => `"${projectId.slice(-TRIGRAM)}"`

const inText = (projectId: string, match: string): string =>
	`place : ${placeOf(projectId)} AND text : (${match})`

const has = (column: SQL, { short }: Words): SQL =>
	sql.join(
		short.map((word) => {
			const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
			return sql` and ${column} like ${pattern} escape '\\'`
		}),
	)

/** The ids of a project's conversations whose title has the words. */
function byTitle(projectId: string, words: Words): SQL {
	const ofProject = sql`conversations.project_id = ${projectId}`
	if (words.match === null) {
		return sql`select id from conversations where ${ofProject} ${has(sql`title`, words)}`
	}
	const match = `place : ${placeOf(projectId)} AND title : (${words.match})`
	return sql`
		select conversations.id from title_index join conversations on conversations.rowid = title_index.rowid
		where title_index match ${match} and ${ofProject} ${has(sql`title_index.title`, words)}`
}

/** The rowids of the newest messages that have the words. */
function byText(projectId: string, words: Words): SQL {
	if (words.match === null) {
		const recent = sql`
			select id from conversations where project_id = ${projectId} order by updated_at desc limit ${MAX_LOOKED_THROUGH}`
		return sql`
			select messages.rowid as rid, conversation_id from messages where rowid in (
				select rowid from messages where conversation_id in (${recent}) order by created_at desc limit ${MAX_MATCHES}
			) ${has(sql`text`, words)}`
	}
	return sql`
		select text_index.rowid as rid, conversation_id from text_index
		join messages on messages.rowid = text_index.rowid
		join conversations on conversations.id = conversation_id
		where text_index match ${inText(projectId, words.match)} and conversations.project_id = ${projectId} ${has(sql`text_index.text`, words)}
		order by text_index.rowid desc limit ${MAX_MATCHES}`
}

/** A condition in SQL: the conversation is of this project and has the words. `texts`: in its messages, too. */
export function matches(projectId: string, query: string, texts: boolean): SQL {
	const words = wordsOf(query)
	if (words.match === null && words.short.length === 0) return sql`false`
	const titles = sql`${conversations.id} in (${byTitle(projectId, words)})`
	return texts
		? sql`(${titles} or ${conversations.id} in (select conversation_id from (${byText(projectId, words)})))`
		: titles
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a title still has the words of a search that found it, once parts of it are cut out. Pure. */
export const titleHas = (title: string, query: string): boolean =>
	split(query).every((word) => folded(title).includes(folded(word)))

/** The id of the shown message, in SQL: a message that entered a run stands in its answer. */
const shownIn = sql`coalesce(
	case when messages.seq is null then (
		select answer.id from messages as answer
		where answer.conversation_id = messages.conversation_id and answer.run_id = messages.run_id
			and answer.role = 'assistant' and answer.seq is not null limit 1
	) end, messages.id)`

interface Snippet {
	readonly conversationId: string
	readonly messageId: string
	readonly role: 'user' | 'assistant'
	readonly snippet: string
}

/** The newest message that has the words, and the text around them, by conversation. */
export async function findTexts(
	db: Database,
	projectId: string,
	query: string,
	ids: readonly string[],
): Promise<ReadonlyMap<string, FoundIn>> {
	const words = wordsOf(query)
	if (ids.length === 0 || (words.match === null && words.short.length === 0)) return new Map()
	const newest = sql`
		select max(rid) from (${byText(projectId, words)}) as found
		where ${inArray(sql`found.conversation_id`, [...ids])} group by found.conversation_id`
	const columns = sql`
		messages.conversation_id as conversationId, ${shownIn} as messageId, messages.role as role`
	const rows = await db.all<Snippet>(
		words.match === null
			? sql`select ${columns}, ${around(words.short[0] ?? '')} as snippet from messages where rowid in (${newest})`
			: sql`
				select ${columns},
					snippet(text_index, 1, ${OPEN}, ${CLOSE}, '…', ${sql.raw(String(SNIPPET_TRIGRAMS))}) as snippet
				from text_index join messages on messages.rowid = text_index.rowid
				where text_index match ${inText(projectId, words.match)} and text_index.rowid in (${newest})`,
	)
	return new Map(
		rows.map(({ conversationId, messageId, role, snippet }) => [
			conversationId,
			{ messageId, role, snippet: partsOf(snippet) },
		]),
	)
}

/** In SQL: the text around the first place of a word that is too short for the index. */
const around = (word: string): SQL => {
	const at = sql`max(instr(lower(text), lower(${word})), 1)`
	const length = word.length
	return sql`substr(text, max(${at} - 20, 1), min(20, ${at} - 1)) || ${OPEN} || substr(text, ${at}, ${length}) || ${CLOSE}
		|| substr(text, ${at} + ${length}, 40)`
}

/** The parts of a marked snippet. Pure. */
export const partsOf = (marked: string): FoundIn['snippet'] =>
	marked
		.split(OPEN)
		.flatMap((piece, at) => {
			const [found = '', rest] = at === 0 ? ['', piece] : piece.split(CLOSE)
			return [
				{ text: found, found: true },
				{ text: rest ?? '', found: false },
			]
		})
		.map(({ text, found }) => ({ text: text.replace(/\s+/gu, ' '), ...(found ? { found } : {}) }))
		.filter(({ text }) => text !== '')
