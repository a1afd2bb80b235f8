/** A person who has left a trace in every table that names people. */
import { env } from 'cloudflare:workers'
import { audit, invitations, invitationUses } from '../../src/accounts/store/people-schema.ts'
import {
	accountSkills,
	apiTokens,
	identities,
	mergedTrials,
	savedPrompts,
	signInFailures,
	signInTickets,
	users,
} from '../../src/accounts/store/schema.ts'
import { evolutions, liveArenas } from '../../src/arena/store/schema.ts'
import { reports } from '../../src/automations/outgoing/schema.ts'
import { automations, deliveries } from '../../src/automations/store/schema.ts'
import { database } from '../../src/db/client.ts'
import {
	branchPeople,
	changes,
	conversations,
	grants,
	members,
	messages,
	pairings,
	relayTokens,
	runs,
	usage,
	usageTotals,
} from '../../src/db/schema.ts'
import { newId } from '../../src/ids.ts'
import { mcpCodes, mcpConnections } from '../../src/mcp-server/oauth/schema.ts'
import { storeModelKey } from '../../src/models/model-keys.ts'
import {
	favouriteModels,
	listedModels,
	modelEndpoints,
	modelFacts,
} from '../../src/models/store/schema.ts'
import { serverKeyUse } from '../../src/models/store/server-key-schema.ts'
import { shares, shareVisits } from '../../src/sharing/store/schema.ts'
import { dollarBudgets, runningSpend } from '../../src/usage/store/dollar-budget-schema.ts'
import { allowances, quotaUse } from '../../src/usage/store/fair-use-schema.ts'
import { type Client, watch } from '../double/harness.ts'
import { leaveArenaTraces } from './arena-traces.ts'
import { beginRegistration, newPasskey } from './passkey-kit.ts'
import { signInAs } from './people-kit.ts'

const db = database(env.DB)

/** Tables in which SQLite keeps a search index. */
const FTS_PARTS = ['_config', '_content', '_data', '_docsize', '_idx']

/** Tables that name no person, so that nothing of one is left in them. */
export const NAMES_NOBODY = [
	'conversation_sizes',
	'text_index',
	...FTS_PARTS.map((part) => `text_index${part}`),
	// Its contents are the titles.
	...FTS_PARTS.filter((part) => part !== '_content').map((part) => `title_index${part}`),
	// They have numbers of players, who are named in the other three.
	'arena_battles',
	'arena_commits',
	// Wins of a model's warriors, whoever's they were.
	'arena_models',
	'arena_ratings',
	'mcp_clients',
	'mcp_servers',
	'mcp_sign_ins',
	'projects',
	// The server's own.
	'push_keys',
]

export interface Traces {
	readonly userId: string
	readonly name: string
	readonly email: string
	readonly client: Client
	/** The person is the only member. */
	readonly own: { readonly projectId: string; readonly conversationId: string }
	/** The project of somebody else. */
	readonly shared: { readonly projectId: string; readonly conversationId: string }
}

/** A player with a warrior, who has fought. */
async function conversation(projectId: string, title = 'T'): Promise<string> {
	const id = newId('cnv')
	const same = {
		title,
		titleSource: 'user',
		mode: 'auto',
		createdAt: 1,
		updatedAt: 1,
	} as const
	await db.insert(conversations).values({ id, projectId, ...same })
	return id
}

export async function leaveTraces(sharedProjectId: string): Promise<Traces> {
	const userId = newId('usr')
	const [name, email] = ['Ada Lovelace', `ada-${userId.slice(-6)}@example.com`]
	await db.insert(users).values({ id: userId, name, role: 'member', createdAt: 1, email })
	const client = await signInAs(userId)
	await client.call('PUT', '/api/push', { endpoint: `https://push.example.com/${userId}` })
	const own = { projectId: (await client.newProject('Alone')).id }
	await db
		.insert(members)
		.values({ projectId: sharedProjectId, userId, role: 'editor', createdAt: 2 })
	const places = [
		{ ...own, conversationId: await conversation(own.projectId) },
		{
			projectId: sharedProjectId,
			conversationId: await conversation(sharedProjectId, `${name} by hand, 2026-11-30`),
		},
	] as const
	await leaveArenaTraces(userId, name)
	const author = { authorKind: 'session', authorId: userId, authorName: name } as const
	const by = { kind: 'session', id: userId, userId, name }
	for (const { projectId, conversationId } of places) {
		const runId = newId('run')
		const ui = JSON.stringify({ id: 'm1', role: 'user', metadata: { by }, parts: [] })
		const message = { role: 'user', text: 'hello', runId, createdAt: 1, seq: 1, ui } as const
		await db.insert(messages).values({ ...message, id: 'm1', conversationId, ...author })
		const answer = JSON.stringify({
			id: 'm2',
			parts: [{ type: 'data-approval', data: { author: by } }],
		})
		await db.insert(messages).values({
			id: 'm2',
			conversationId,
			role: 'assistant',
			text: '',
			runId,
			createdAt: 2,
			seq: 2,
			ui: answer,
		})
		const run = { state: 'completed', model: 'demo/demo', steps: 1, startedAt: 1 }
		await db.insert(runs).values({ ...run, id: runId, conversationId, userId, ...author })
		await db.insert(branchPeople).values({ conversationId, userId })
		const tokens = { inputTokens: 5, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }
		await db.insert(usage).values({
			runId,
			projectId,
			userId,
			authorKind: 'session',
			authorId: userId,
			...tokens,
			model: 'demo/demo',
			createdAt: 1,
		})
		const sums = { runs: 1, pricedRuns: 0, costUsd: 0, lastUsedAt: 1 }
		await db
			.insert(usageTotals)
			.values({ projectId, userId, ...tokens, ...sums })
			.onConflictDoNothing()
		await db.insert(changes).values({
			id: newId('chg'),
			projectId,
			what: 'role',
			subject: userId,
			createdAt: 1,
			...author,
		})
		await db.insert(grants).values({
			id: newId('grt'),
			projectId,
			tool: 'unity_scene',
			action: newId('grt'),
			createdBy: userId,
			createdAt: 1,
		})
		const share = { role: 'viewer', label: 'L', signInRequired: false, scene: false } as const
		const shareId = crypto.randomUUID()
		await db.insert(shares).values({
			id: shareId,
			projectId,
			tokenHash: shareId,
			...share,
			exports: false,
			createdBy: userId,
			createdAt: 1,
		})
		await db.insert(shareVisits).values({
			id: crypto.randomUUID(),
			shareId,
			secretHash: crypto.randomUUID(),
			name,
			userId,
			createdAt: 1,
		})
		const invitationId = newId('inv')
		const open = { role: 'viewer', createdAt: 1, expiresAt: 9e12, maxUses: 1 } as const
		await db.insert(invitations).values({
			id: invitationId,
			projectId,
			tokenHash: invitationId,
			email,
			invitedBy: userId,
			...open,
		})
		await db
			.insert(invitationUses)
			.values({ id: crypto.randomUUID(), invitationId, userId, acceptedAt: 1 })
		const automationId = crypto.randomUUID()
		await db.insert(automations).values({
			id: automationId,
			projectId,
			name: 'Nightly',
			enabled: true,
			template: 'Hello',
			trigger: { kind: 'button' },
			mode: 'auto',
			concurrency: 'skip',
			createdBy: userId,
			createdAt: 1,
			updatedAt: 1,
		})
		await db.insert(deliveries).values({
			id: crypto.randomUUID(),
			automationId,
			deliveryId: 'd1',
			source: 'button',
			askedBy: userId,
			receivedAt: 1,
			address: '',
			headers: {},
			payload: '{}',
			payloadBytes: 2,
		})
		await db.insert(reports).values({
			id: newId('rpt'),
			automationId,
			target: { kind: 'mail' },
			userId,
			origin: '',
			outcomes: ['failed'],
			enabled: true,
			createdAt: 1,
			updatedAt: 1,
		})
		await db.insert(relayTokens).values({
			id: newId('rtk'),
			projectId,
			label: 'desk',
			tokenHash: newId('rtk'),
			createdAt: 1,
			createdBy: userId,
		})
		await db
			.insert(evolutions)
			.values({ id: newId('evo'), projectId, userId, startedAt: 1, endedAt: 2 })
		await db.insert(audit).values({
			id: newId('aud'),
			projectId,
			userId,
			event: 'member.joined',
			subject: userId,
			...author,
			address: '203.0.113.7',
			createdAt: 1,
		})
	}
	await db
		.insert(identities)
		.values({ provider: 'github', subject: userId, userId, label: 'ada', createdAt: 1 })
	await db.insert(signInTickets).values([
		{
			tokenHash: `m${userId}`,
			ticket: { kind: 'mail', email, to: '/', invitationHash: null },
			expiresAt: 9e12,
		},
		{
			tokenHash: `o${newId('usr')}`,
			expiresAt: 9e12,
			ticket: {
				kind: 'oauth',
				provider: 'github',
				browserHash: 'h',
				to: '/',
				invitationHash: null,
				linkTo: userId,
			},
		},
	])
	await db
		.insert(signInFailures)
		.values({ client: `pairing:${userId}`, windowStartedAt: Date.now(), count: 1 })
	await db.insert(dollarBudgets).values({ subject: userId, usdPerDay: 5, unknownStops: false })
	await db.insert(runningSpend).values({
		runId: newId('run'),
		countedBy: 'run_1',
		projectId: 'prj_1',
		userId,
		usd: 1,
		unpricedCalls: 0,
		updatedAt: 1,
	})
	await db.insert(serverKeyUse).values({ userId, period: '2026-11', tokens: 1, usd: 0.1 })
	await storeModelKey(env, db, { userId, provider: 'anthropic' }, 'sk-ant-key-of-ada', 1)
	await storeModelKey(env, db, { userId, provider: 'brave' }, 'search-key-of-ada', 1)
	await db.insert(modelEndpoints).values({
		userId,
		name: 'home',
		url: 'https://llm.ada.example/v1',
		sealed: null,
		lastFour: null,
		models: [],
		readAt: 1,
		origin: '',
	})
	await db.insert(liveArenas).values({
		userId,
		url: 'https://arena.ada.example',
		origin: '',
		playerId: 7,
		playerName: 'Ada',
		sealed: 'aes-gcm-2:of-ada',
		lastFour: 'adaX',
		addedAt: 1,
	})
	await db.insert(listedModels).values({ userId, provider: 'anthropic', models: [], readAt: 1 })
	await db.insert(favouriteModels).values({ userId, name: 'anthropic/claude-sonnet-5' })
	const facts = { name: '@home/qwen3', own: { windowTokens: 32_768 }, changedAt: 1 }
	await db.insert(modelFacts).values({ userId, ...facts })
	await db.insert(accountSkills).values({
		userId,
		name: 'doors',
		description: 'Doors of Ada',
		instructions: 'Do.',
		updatedAt: 1,
	})
	await db.insert(savedPrompts).values({
		userId,
		id: 'prm_000000000001',
		name: 'A prompt of Ada',
		text: 'Look.',
		updatedAt: 1,
	})
	await db.insert(apiTokens).values({
		id: newId('atk'),
		userId,
		label: 'script',
		tokenHash: newId('atk'),
		scopes: [],
		createdAt: 1,
	})
	const connected = {
		userId,
		projectId: sharedProjectId,
		clientId: 'c',
		clientName: 'Client',
		scopes: [],
	}
	await db.insert(mcpCodes).values({
		...connected,
		codeHash: newId('mcp'),
		redirectUri: 'r',
		challenge: 'c',
		expiresAt: 9e12,
	})
	await db.insert(mcpConnections).values({
		...connected,
		id: newId('mcp'),
		accessHash: newId('mcp'),
		refreshHash: newId('mcp'),
		accessExpiresAt: 1,
		expiresAt: 9e12,
		createdAt: 1,
	})
	await db.insert(allowances).values({ subject: userId, plan: 'free' })
	await db.insert(quotaUse).values({ subject: userId, period: '2026-11', runs: 1, tokens: 10 })
	const asked = { host: 'desk', platform: 'linux', folder: '', address: '', place: '' }
	await db.insert(pairings).values({
		id: newId('pai'),
		deviceCodeHash: newId('pai'),
		userCode: newId('pai'),
		...asked,
		createdAt: 1,
		expiresAt: 9e12,
		intervalMs: 1,
		nextPollAt: 1,
		state: 'denied',
		decidedBy: userId,
	})
	await db.insert(mergedTrials).values({ trialId: newId('usr'), userId, mergedAt: 1 })
	await newPasskey(client)
	await beginRegistration(client)
	await watch(client, sharedProjectId)
	return { userId, name, email, client, own: places[0], shared: places[1] }
}

/** The rows of every table, as text. */
export async function allTables(): Promise<Map<string, string>> {
	const { results } = await env.DB.prepare(
		"select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%' and name not like 'd1_%'",
	).all<{ name: string }>()
	const tables = new Map<string, string>()
	for (const { name } of results) {
		const rows = await env.DB.prepare(`select * from "${name}"`).all()
		tables.set(name, JSON.stringify(rows.results))
	}
	return tables
}
