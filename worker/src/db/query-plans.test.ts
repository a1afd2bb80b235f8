/** No statement scans a whole table: its cost must not grow with other people's data. */
import { expect, test } from 'vitest'
import { nodeDatabase } from '../../test/machine-kit.ts'
import { isWalk, namesOf, planned, TABLES } from '../../test/storage/query-plan-kit.ts'
import { deleteApiToken, findApiToken, listApiTokens } from '../accounts/store/api-tokens.ts'
import { listAudit, recordAudit } from '../accounts/store/audit.ts'
import { adoptEmail, findUserByEmail, findUserByIdentity } from '../accounts/store/identities.ts'
import { findPerson } from '../accounts/store/merged-trials.ts'
import {
	deleteSessions,
	findSession,
	insertSession,
	listSessions,
	sessionsOfUser,
} from '../accounts/store/sessions.ts'
import { countTry, uncountTry } from '../accounts/store/sign-in-failures.ts'
import { insertTicket, takeTicket } from '../accounts/store/sign-in-tickets.ts'
import { moveWork, staleTrials } from '../accounts/store/trials.ts'
import { findEvolution, listEvolutions } from '../arena/store/evolutions.ts'
import { findByDeviceCode, findPairing } from '../computers/store/pairings.ts'
import { findRelayToken, listRelayTokens, relayTokensOf } from '../computers/store/relay-tokens.ts'
import { conversationStore } from '../conversations/conversation-store.ts'
import {
	extentUpTo,
	insertBranch,
	listBranches,
	recordedPlace,
	shownWithPictures,
} from '../conversations/record/branches.ts'
import {
	anyConversations,
	findConversation,
	isInFolder,
	listConversations,
	listFolders,
	newConversation,
} from '../conversations/record/conversations.ts'
import { needsYou } from '../conversations/record/needs-you.ts'
import { findTexts, matches } from '../conversations/record/search.ts'
import {
	enteredMessages,
	readShown,
	readTranscript,
	recordedRuns,
	recordedUpTo,
} from '../conversations/record/transcript.ts'
import { nextInTrash } from '../conversations/record/trash.ts'
import { listChanges } from '../projects/store/changes.ts'
import { everGranted, listGrants, revokeGrant } from '../projects/store/grants.ts'
import {
	acceptInvitation,
	findInvitation,
	insertInvitation,
	listInvitations,
	revokeInvitation,
} from '../projects/store/invitations.ts'
import { answerersOf, isOwner, listMembers, memberStatements } from '../projects/store/members.ts'
import { findProject, listProjects } from '../projects/store/projects.ts'
import {
	findShare,
	findVisits,
	insertShare,
	listShares,
	type ShareRow,
	sharesOfConversation,
} from '../sharing/store/shares.ts'
import { isSuspended } from '../usage/store/allowances.ts'
import { conversationUsage } from '../usage/store/conversation-usage.ts'
import { budgetStanding, budgetsOf, countRun } from '../usage/store/dollar-budgets.ts'
import { charge, readUse, storedBytes } from '../usage/store/quota-use.ts'
import { summarizeUsage } from '../usage/store/usage.ts'
import { usageByDay } from '../usage/store/usage-by-day.ts'
import type { Database } from './client.ts'
import {
	forgetPlacesOf,
	placesOf,
	placesOfCredential,
	placesOfMember,
	placesThroughMember,
} from './open-connections.ts'

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
