/** No statement scans a whole table: its cost must not grow with other people's data. */
import { expect, test } from 'vitest'
import { automationRow } from '../../test/automation-units.ts'
import { nodeDatabase } from '../../test/machine-kit.ts'
import { sqliteD1 } from '../../test/sqlite-d1.ts'
import { SETTINGS } from '../arena/rules/settings.ts'
import { conversationStore } from '../conversations/conversation-store.ts'
import { isSuspended } from './allowances.ts'
import { deleteApiToken, findApiToken, listApiTokens } from './api-tokens.ts'
import { battlesOfPair, battlesOfPlayer, findArenaBattle, recentBattles } from './arena-battles.ts'
import { insertArenaBattle, runningBattles } from './arena-begin.ts'
import { readForCommit } from './arena-ladder.ts'
import { listArenaModels } from './arena-models.ts'
import {
	arenaPlayerByKey,
	arenaPlayerOfUser,
	countRanked,
	joiningWarriors,
	rankedPlayers,
	ratingsOf,
	warriorById,
	warriorsOf,
} from './arena-players.ts'
import { clearArenaPlayer, ofPerson, withId } from './arena-sides.ts'
import { listAudit, recordAudit } from './audit.ts'
import {
	aboutAutomation,
	automationOfProject,
	findAutomation,
	findAutomations,
	insertAutomation,
	listAutomations,
	listeningAutomations,
	scheduledAutomations,
	setAutomationConversation,
} from './automations.ts'
import {
	extentUpTo,
	insertBranch,
	listBranches,
	recordedPlace,
	shownWithPictures,
} from './branches.ts'
import { listChanges } from './changes.ts'
import type { Database } from './client.ts'
import { conversationUsage } from './conversation-usage.ts'
import {
	anyConversations,
	findConversation,
	isInFolder,
	listConversations,
	listFolders,
	newConversation,
} from './conversations.ts'
import { findDelivery, lastRunOf, listDeliveries, logDelivery, stateOfRun } from './deliveries.ts'
import { budgetStanding, budgetsOf, countRun } from './dollar-budgets.ts'
import { findEvolution, listEvolutions } from './evolutions.ts'
import { everGranted, listGrants, revokeGrant } from './grants.ts'
import { adoptEmail, findUserByEmail, findUserByIdentity } from './identities.ts'
import {
	acceptInvitation,
	findInvitation,
	insertInvitation,
	listInvitations,
	revokeInvitation,
} from './invitations.ts'
import { answerersOf, isOwner, listMembers, memberStatements } from './members.ts'
import { findPerson } from './merged-trials.ts'
import { needsYou } from './needs-you.ts'
import {
	forgetPlacesOf,
	placesOf,
	placesOfCredential,
	placesOfMember,
	placesThroughMember,
} from './open-places.ts'
import { findByDeviceCode, findPairing } from './pairings.ts'
import { findProject, listProjects } from './projects.ts'
import { charge, readUse, storedBytes } from './quota-use.ts'
import { findRelayToken, listRelayTokens, relayTokensOf } from './relay-tokens.ts'
import {
	findReport,
	insertReport,
	listReports,
	mailOfMember,
	mailsOfKeepers,
	openReport,
	projectToTell,
	type ReportRow,
	reportsToTell,
	runToTell,
	switchReportOff,
} from './reports.ts'
import { findTexts, matches } from './search.ts'
import {
	deleteSessions,
	findSession,
	insertSession,
	listSessions,
	sessionsOfUser,
} from './sessions.ts'
import {
	findShare,
	findVisits,
	insertShare,
	listShares,
	type ShareRow,
	sharesOfConversation,
} from './shares.ts'
import { countTry, uncountTry } from './sign-in-failures.ts'
import { insertTicket, takeTicket } from './sign-in-tickets.ts'
import {
	enteredMessages,
	readShown,
	readTranscript,
	recordedRuns,
	recordedUpTo,
} from './transcript.ts'
import { nextInTrash } from './trash.ts'
import { moveWork, staleTrials } from './trials.ts'
import { summarizeUsage } from './usage.ts'
import { usageByDay } from './usage-by-day.ts'

const REPORT: ReportRow = {
	id: 'rpt',
	automationId: 'aut',
	target: { kind: 'slack' },
	destination: '',
	userId: null,
	secret: null,
	outcomes: ['failed'],
	enabled: true,
	off: null,
	origin: '',
	createdAt: 1,
	updatedAt: 1,
}
const SHARE: ShareRow = {
	id: 'shr',
	projectId: 'prj',
	conversationId: null,
	role: 'viewer',
	tokenHash: 'hash',
	label: '',
	signInRequired: false,
	scene: false,
	exports: false,
	usesLeft: null,
	visits: 0,
	expiresAt: null,
	createdBy: 'usr',
	createdAt: 1,
	revokedAt: null,
	lastUsedAt: null,
}

const COUNTED = {
	projectId: 'prj',
	userId: 'usr',
	runId: 'run',
	countedBy: 'run',
	own: { usd: 1, unpricedCalls: 0 },
}
const LIST = { projectId: 'prj', place: 'list' } as const
const BRANCH = newConversation(
	{
		id: 'new',
		projectId: 'prj',
		title: 'T',
		titleSource: 'user',
		mode: 'auto',
		model: null,
		budget: null,
	},
	1,
)
const NOTE = {
	...({ seq: 5, id: 'msg', role: 'assistant', ui: '{}', model: '[]', runId: 'run' } as const),
	createdAt: 1,
	text: '',
}
const ADA = { kind: 'session', id: 'usr', userId: 'usr', name: 'Ada' } as const

/** As the query planner words it. The result of a subquery is not a table, and "M" is a look into a full-text index. */
const isWalk = (step: string, tables: ReadonlySet<string>): boolean =>
	!/ VIRTUAL TABLE INDEX \d+:=?M/.test(step) && tables.has(/^SCAN (\w+)/.exec(step)?.[1] ?? '')

const TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
const namesOf = (rows: readonly unknown[]): ReadonlySet<string> =>
	new Set(rows.map((row) => String((row as { name: unknown }).name)))

/** D1 over SQLite that notes how each statement is carried out. */
function planned(): { db: Database; walks: () => string[]; steps: readonly string[] } {
	const noted = new Set<string>()
	const steps: string[] = []
	const { db, sqlite } = sqliteD1((query, values) => {
		for (const { detail } of sqlite
			.prepare(`EXPLAIN QUERY PLAN ${query}`)
			.all(...(values as never[]))) {
			steps.push(String(detail))
			if (isWalk(String(detail), tables)) noted.add(`${detail}: ${query}`)
		}
	})
	sqlite.exec('PRAGMA foreign_keys = OFF')
	const tables = namesOf(sqlite.prepare(TABLES).all())
	return { db, walks: () => [...noted], steps }
}

test.each<[string, (db: Database) => Promise<unknown>]>([
	['the automation of a delivery', (db) => findAutomation(db, 'aut')],
	['automations of schedules that are due', (db) => findAutomations(db, ['aut', 'aut2'])],
	['automations that have a schedule', (db) => scheduledAutomations(db, 'prj')],
	['automations that listen', (db) => listeningAutomations(db, 'prj', 'run_failed')],
	['the conversation of an automation', (db) => setAutomationConversation(db, 'aut', 'cnv')],
	['an automation of a project', (db) => automationOfProject(db, { projectId: 'prj', id: 'aut' })],
	[
		'automations of a project',
		(db) => listAutomations(db, 'prj', { origin: 'http://localhost', nextAt: () => null }),
	],
	['another automation', (db) => insertAutomation(db, automationRow('new'))],
	[
		'an automation’s author, and its reports that are off',
		(db) => aboutAutomation(db, { id: 'aut', createdBy: 'usr' }),
	],
	['reports of an automation', (db) => listReports(db, 'aut')],
	['a report', (db) => findReport(db, { automationId: 'aut', id: 'rpt' })],
	['another report', (db) => insertReport(db, REPORT, 10)],
	['reports to tell', (db) => reportsToTell(db, 'aut')],
	[
		'a report with what its messages need',
		(db) => openReport(db, { automationId: 'aut', id: 'rpt' }),
	],
	[
		'a report that is switched off',
		(db) => switchReportOff(db, { automationId: 'aut', id: 'rpt' }, { at: 1, reason: '' }),
	],
	['people who keep an automation', (db) => mailsOfKeepers(db, 'prj', 'usr')],
	['what is told of a run', (db) => runToTell(db, 'cnv', 'run')],
	['whether the end of a run is told', (db) => projectToTell(db, 'cnv')],
	['the mail address of a member', (db) => mailOfMember(db, 'prj', 'usr')],
	['a player by their key', (db) => arenaPlayerByKey(db, 'hash')],
	['a person’s player', (db) => arenaPlayerOfUser(db, 'usr')],
	['ratings of a player', (db) => ratingsOf(db, 1)],
	['warriors of a player', (db) => warriorsOf(db, 1)],
	['a warrior', (db) => warriorById(db, 1)],
	['warriors that join an arena', (db) => joiningWarriors(db, 1, 30)],
	['a leaderboard', (db) => rankedPlayers(db, '1v1', 0, 20)],
	['the models of a ladder', (db) => listArenaModels(db, '1v1')],
	['how many are ranked', (db) => countRanked(db, '1v1')],
	['a battle', (db) => findArenaBattle(db, 1)],
	['battles under way of a player', (db) => runningBattles(db, 1, 4)],
	['battles under way', (db) => runningBattles(db, null, 32)],
	[
		'a battle that begins, which forgets others',
		(db) =>
			insertArenaBattle(
				db,
				{
					...({ mode: 'arena', startedBy: 1, pair: null, leftOut: [], seed: 1 } as const),
					settings: SETTINGS.arena,
					engineVersion: 1,
					createdAt: 1,
				},
				[],
			),
	],
	['battles of the same two', (db) => battlesOfPair(db, '1:2', 1)],
	[
		'battles of a player',
		(db) => battlesOfPlayer(db, 1, { finished: true }, { offset: 0, limit: 20 }),
	],
	['a deleted account’s player', (db) => clearArenaPlayer(db, ofPerson('usr'))],
	['a removed player', (db) => clearArenaPlayer(db, withId(1))],
	['recent battles', (db) => recentBattles(db, { offset: 0, limit: 20 })],
	['what the ladder reads', (db) => readForCommit(db, 1)],
	['deliveries of an automation', (db) => listDeliveries(db, 'aut')],
	['a delivery', (db) => findDelivery(db, { automationId: 'aut', id: 'dlv' })],
	['the run of a delivery', (db) => stateOfRun(db, 'cnv', 'run')],
	['the last run of a conversation', (db) => lastRunOf(db, 'cnv')],
	[
		'a delivery that is logged, which forgets others',
		(db) =>
			logDelivery(
				db,
				{
					id: 'dlv',
					automationId: 'aut',
					deliveryId: 'd',
					source: 'webhook',
					replayOf: null,
					askedBy: null,
					receivedAt: 1,
					address: '',
					headers: {},
					payload: '',
					payloadBytes: 0,
					verdict: 'begun',
					error: null,
					conversationId: null,
					runId: null,
					scheduledAt: null,
					missed: 0,
					depth: 0,
				},
				1,
			),
	],
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
	['an identity', (db) => findUserByIdentity(db, { provider: 'github', subject: '1' })],
	['the work of a trial', (db) => moveWork(db, 'usr_trial', 'usr', 1)],
	['the person that a trial became', (db) => findPerson(db, 'usr_trial')],
	['trials that nobody uses', (db) => staleTrials(db, 1, 3)],
	['what is used of quotas', (db) => readUse(db, ['usr', 'prj'])],
	[
		'a run is counted',
		(db) => charge(db, [{ subject: 'usr', period: '2026-11', runs: 5, tokens: null }], 1),
	],
	['what a project stores', (db) => storedBytes(db, 'prj')],
	['who is suspended', (db) => isSuspended(db, ['usr', 'prj'])],
	['a mail address', (db) => findUserByEmail(db, 'a@mail.example')],
	['a mail address that a user gets', (db) => adoptEmail(db, 'usr', 'a@mail.example').run()],
	[
		'a sign-in that begins, which drops those that have expired',
		(db) => {
			const ticket = {
				...({ kind: 'mail', email: 'a@mail.example', to: '/', invitationHash: null } as const),
			}
			return insertTicket(db, { tokenHash: 'hash', ticket, expiresAt: 2 }, 1)
		},
	],
	['a sign-in that comes back', (db) => takeTicket(db, 'hash', 1)],
	['a request with an API token', (db) => findApiToken(db, 'hash', 1)],
	['the list of API tokens', (db) => listApiTokens(db, 'usr')],
	[
		'an API token is revoked',
		(db) =>
			db.batch([
				placesOfCredential(db, { kind: 'token', id: 'atk' }, 'usr', 1),
				deleteApiToken(db, 'usr', 'atk'),
			]),
	],
	['a member whose role changes', (db) => placesOfMember(db, 'prj', 'usr', 1).all()],
	['what is open through a member', (db) => placesThroughMember(db, 'prj', 'usr', 1).all()],
	['a wrong sign-in', (db) => countTry(db, ['here'], 2, 1)],
	['a right sign-in', (db) => uncountTry(db, ['here'])],
	['what is always allowed in a project', (db) => everGranted(db, 'prj')],
	['the list of it', (db) => listGrants(db, 'prj')],
	['evolutions of a project', (db) => listEvolutions(db, 'prj')],
	['an evolution of a project', (db) => findEvolution(db, 'prj', 'evo')],
	['what is no longer allowed', (db) => revokeGrant(db, 'prj', 'grant', 1)],
	['the relays of a person', (db) => relayTokensOf(db, 'usr')],
	['the relay of a request', (db) => findRelayToken(db, 'hash')],
	['a code that is typed', (db) => findPairing(db, 'BCDFGHJK', 1)],
	['a poll of a pairing', (db) => findByDeviceCode(db, 'hash')],
	['sessions in a list', (db) => listSessions(db, 'usr', 1)],
	['who may answer', (db) => answerersOf(db, 'prj')],
	['what waits for a person', (db) => needsYou(db, 'usr')],
	['relay tokens', (db) => listRelayTokens(db, 'prj')],
	['a share link by its token', (db) => findShare(db, { tokenHash: 'hash' }, 1)],
	['a share link by its id', (db) => findShare(db, { id: 'shr' }, 1)],
	['the visits of a request', (db) => findVisits(db, ['hash', 'other'], 1)],
	['the share links of a project', (db) => listShares(db, 'prj')],
	['another share link', (db) => insertShare(db, SHARE)],
	['the share links of a conversation', (db) => sharesOfConversation(db, 'cnv', 1)],
	['a page of a shared conversation', (db) => readShown(db, 'cnv', 0, 20)],
	['the branches of a conversation', (db) => listBranches(db, 'cnv')],
	['the place of a branch', (db) => recordedPlace(db, 'cnv', 'msg')],
	['what a branch takes', (db) => extentUpTo(db, 'cnv', 4)],
	['a branch', (db) => insertBranch(db, BRANCH, { id: 'cnv', upTo: 4, bytes: 1 }, NOTE)],
	['the pictures of a branch', (db) => shownWithPictures(db, 'cnv').next()],
	['projects', (db) => listProjects(db, 'usr')],
	['a project', (db) => findProject(db, 'prj', 'usr')],
	['members', (db) => listMembers(db, 'prj')],
	[
		'a member who leaves',
		(db) =>
			db.batch([
				...memberStatements(
					db,
					{ projectId: 'prj', userId: 'usr', role: null },
					ADA,
					1,
					isOwner({ projectId: 'prj', userId: 'usr_2' }),
				),
			]),
	],
	['the invitation of a link', (db) => findInvitation(db, 'hash', 1)],
	['invitations', (db) => listInvitations(db, 'prj', 1)],
	['an invitation that is revoked', (db) => revokeInvitation(db, 'prj', 'inv', 1)],
	[
		'an invitation that is made',
		(db) =>
			insertInvitation(
				db,
				{
					id: 'inv',
					projectId: 'prj',
					role: 'viewer',
					tokenHash: 'hash',
					email: null,
					invitedBy: 'usr',
					createdAt: 1,
					expiresAt: 2,
					maxUses: 1,
				},
				50,
				1,
			),
	],
	[
		'an invitation that is accepted',
		(db) =>
			acceptInvitation(
				db,
				{
					id: 'inv',
					projectId: 'prj',
					projectName: 'P',
					role: 'viewer',
					email: null,
					invitedBy: 'Ada',
				},
				ADA,
				1,
			),
	],
	['the audit log of a project', (db) => listAudit(db, { projectId: 'prj' }, {}, null, 10)],
	[
		'the audit log of a person, from a cursor',
		(db) => listAudit(db, { userId: 'usr' }, { event: 'x' }, { createdAt: 1, id: 'aud' }, 10),
	],
	[
		'an entry of the audit log, which drops expired ones',
		(db) =>
			recordAudit(
				db,
				{ id: 'aud', event: 'x', projectId: 'prj', subject: null, author: ADA, address: '' },
				1,
			),
	],
	['changes of settings', (db) => listChanges(db, 'prj')],
	[
		'conversations',
		(db) => listConversations(db, LIST, 10, { pinned: false, updatedAt: 1, id: 'cnv' }),
	],
	[
		'a search by words and letters',
		(db) => listConversations(db, LIST, 10, null, matches('prj', 'red a', true)),
	],
	['a search by letters', (db) => listConversations(db, LIST, 10, null, matches('prj', 'a', true))],
	['what a search found', (db) => findTexts(db, 'prj', 'red', ['cnv'])],
	['what a search by letters found', (db) => findTexts(db, 'prj', 'a', ['cnv'])],
	['the folders of a project', (db) => listFolders(db, 'prj')],
	['a folder', (db) => listConversations(db, LIST, 10, null, isInFolder('f'))],
	['the trash', (db) => listConversations(db, { ...LIST, place: 'trash' }, 10, null)],
	['what is erased next in the trash', (db) => nextInTrash(db, 'prj')],
	['conversations of a project that is deleted', (db) => anyConversations(db, 'prj', 10)],
	['a conversation', (db) => findConversation(db, 'cnv', 'usr')],
	['a transcript', (db) => readTranscript(db, 'cnv', 0, 10)],
	['how much of a transcript there is', (db) => recordedUpTo(db, 'cnv')],
	['its runs', (db) => recordedRuns(db, 'cnv')],
	['its messages', (db) => enteredMessages(db, 'cnv')],
	['usage', (db) => summarizeUsage(db, 'usr')],
	['usage of a conversation', (db) => conversationUsage(db, 'cnv')],
	['budgets that count a run', (db) => budgetsOf(db, COUNTED, 1_800_000_000_000)],
	['what a run under way has spent', (db) => countRun(db, COUNTED, true, 1_800_000_000_000)],
	['a budget', (db) => budgetStanding(db, 'person', 'usr', 1_800_000_000_000)],
	[
		'usage by day',
		(db) => usageByDay(db, { userId: 'usr', projectId: null, days: 30 }, 1_800_000_000_000),
	],
])('%s', async (_, ask) => {
	const { db, walks } = planned()
	await ask(db)
	expect(walks()).toEqual([])
})

test('questions to a person are found among the open ones, not among all conversations of their projects', async () => {
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
