/** No statement scans a whole table: its cost must not grow with other people's data. */
import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { nodeDatabase } from '../../test/machine-kit.ts'
import { conversationStore } from '../conversations/conversation-store.ts'
import { deleteApiToken, findApiToken, listApiTokens } from './api-tokens.ts'
import { listChanges } from './changes.ts'
import { type Database, database } from './client.ts'
import { findConversation, listConversations } from './conversations.ts'
import { everGranted, listGrants, revokeGrant } from './grants.ts'
import { answerersOf, listMembers } from './members.ts'
import { needsYou } from './needs-you.ts'
import { forgetPlacesOf, placesOf, placesOfMember, placesOfToken } from './open-places.ts'
import { findByDeviceCode, findPairing } from './pairings.ts'
import { findProject, listProjects } from './projects.ts'
import { findRelayToken, listRelayTokens } from './relay-tokens.ts'
import {
	deleteSessions,
	findSession,
	insertSession,
	listSessions,
	sessionsOfUser,
} from './sessions.ts'
import { countTry, uncountTry } from './sign-in-failures.ts'
import { enteredMessages, readTranscript, recordedRuns, recordedUpTo } from './transcript.ts'
import { summarizeUsage } from './usage.ts'
import { usageByDay } from './usage-by-day.ts'

const FOLDER = `${import.meta.dirname}/../../../migrations`

/** As the query planner words it. The result of a subquery is not a table. */
const isWalk = (step: string, tables: ReadonlySet<string>): boolean =>
	tables.has(/^SCAN (\w+)/.exec(step)?.[1] ?? '')

const TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
const namesOf = (rows: readonly unknown[]): ReadonlySet<string> =>
	new Set(rows.map((row) => String((row as { name: unknown }).name)))

/** D1 over SQLite that notes how each statement is carried out. */
function planned(): { db: Database; walks: () => string[]; steps: readonly string[] } {
	const sqlite = new DatabaseSync(':memory:')
	for (const name of readdirSync(FOLDER).sort()) {
		if (name.endsWith('.sql')) sqlite.exec(readFileSync(`${FOLDER}/${name}`, 'utf8'))
	}
	sqlite.exec('PRAGMA foreign_keys = OFF')
	const tables = namesOf(sqlite.prepare(TABLES).all())
	const noted = new Set<string>()
	const steps: string[] = []
	const statement = (query: string, values: readonly unknown[]) => {
		const rows = (asArrays: boolean): unknown[] => {
			for (const { detail } of sqlite
				.prepare(`EXPLAIN QUERY PLAN ${query}`)
				.all(...(values as never[]))) {
				steps.push(String(detail))
				if (isWalk(String(detail), tables)) noted.add(`${detail}: ${query}`)
			}
			const prepared = sqlite.prepare(query)
			prepared.setReturnArrays(asArrays)
			return prepared.all(...(values as never[]))
		}
		const all = async () => ({ success: true, results: rows(false), meta: {} })
		return {
			bind: (...bound: unknown[]) => statement(query, bound),
			raw: async () => rows(true),
			all,
			run: all,
		}
	}
	const d1 = {
		prepare: (query: string) => statement(query, []),
		batch: (statements: { all(): Promise<unknown> }[]) =>
			Promise.all(statements.map((one) => one.all())),
	}
	return { db: database(d1 as never), walks: () => [...noted], steps }
}

test.each<[string, (db: Database) => Promise<unknown>]>([
	['sessions of a person', (db) => sessionsOfUser(db, 'usr')],
	['the session of a request', (db) => findSession(db, 'hash', 1)],
	[
		'a sign-in, which drops sessions that have ended',
		(db) =>
			insertSession(db, {
				id: 'ses',
				userId: 'usr',
				tokenHash: 'hash',
				createdAt: 1,
				expiresAt: 2,
				client: null,
			}),
	],
	[
		'a sign-out',
		(db) =>
			db.batch([
				placesOf(db, 'session', ['ses'], 1),
				forgetPlacesOf(db, 'session', ['ses']),
				deleteSessions(db, ['ses']),
			]),
	],
	['a request with an API token', (db) => findApiToken(db, 'hash', 1)],
	['the list of API tokens', (db) => listApiTokens(db, 'usr')],
	[
		'an API token is revoked',
		(db) => db.batch([placesOfToken(db, 'usr', 'atk', 1), deleteApiToken(db, 'usr', 'atk')]),
	],
	['a member whose role changes', (db) => placesOfMember(db, 'prj', 'usr', 1).all()],
	['a wrong sign-in', (db) => countTry(db, ['here'], 2, 1)],
	['a right sign-in', (db) => uncountTry(db, ['here'])],
	['what is always allowed in a project', (db) => everGranted(db, 'prj')],
	['the list of it', (db) => listGrants(db, 'prj')],
	['what is no longer allowed', (db) => revokeGrant(db, 'prj', 'grant', 1)],
	['the relay of a request', (db) => findRelayToken(db, 'hash')],
	['a code that is typed', (db) => findPairing(db, 'BCDFGHJK', 1)],
	['a poll of a pairing', (db) => findByDeviceCode(db, 'hash')],
	['sessions in a list', (db) => listSessions(db, 'usr', 1)],
	['who may answer', (db) => answerersOf(db, 'prj')],
	['what waits for a person', (db) => needsYou(db, 'usr')],
	['relay tokens', (db) => listRelayTokens(db, 'prj')],
	['projects', (db) => listProjects(db, 'usr')],
	['a project', (db) => findProject(db, 'prj', 'usr')],
	['members', (db) => listMembers(db, 'prj')],
	['changes of settings', (db) => listChanges(db, 'prj')],
	['conversations', (db) => listConversations(db, 'prj', 10, { updatedAt: 1, id: 'cnv' })],
	['a conversation', (db) => findConversation(db, 'cnv', 'usr')],
	['a transcript', (db) => readTranscript(db, 'cnv', 0, 10)],
	['how much of a transcript there is', (db) => recordedUpTo(db, 'cnv')],
	['its runs', (db) => recordedRuns(db, 'cnv')],
	['its messages', (db) => enteredMessages(db, 'cnv')],
	['usage', (db) => summarizeUsage(db, 'usr')],
	[
		'usage by day',
		(db) => usageByDay(db, { userId: 'usr', projectId: null, days: 30 }, 1_800_000_000_000),
	],
])('%s', async (_, ask) => {
	const { db, walks } = planned()
	await ask(db)
	expect(walks()).toEqual([])
})

test('what waits for a person is found among what waits, not among all conversations of their projects', async () => {
	for (const ask of [needsYou, listProjects]) {
		const { db, steps } = planned()
		await ask(db, 'usr')
		expect(steps.filter((step) => step.includes('conversations_needs_you'))).toHaveLength(1)
	}
})

test('a run of a long conversation is found by its id', () => {
	const plain = nodeDatabase()
	const walks: string[] = []
	conversationStore(plain)
	const tables = namesOf(plain.all(TABLES))
	const store = conversationStore({
		...plain,
		all: (query, ...values) => {
			if (/^\s*select/i.test(query)) {
				for (const { detail } of plain.all<{ detail: string }>(
					`EXPLAIN QUERY PLAN ${query}`,
					...values,
				))
					if (isWalk(detail, tables)) walks.push(`${detail}: ${query}`)
			}
			return plain.all(query, ...values)
		},
	})
	walks.length = 0
	store.run('run_1')
	expect(walks).toEqual([])
})
