/** Two projects of two people, each with one of everything that an address may name. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { RelayTokenList } from '@fairlead/protocol/computers/relay-tokens'
import { CreatedApiToken } from '@fairlead/protocol/people/api-tokens'
import { CreatedInvitation } from '@fairlead/protocol/people/people'
import { SessionList } from '@fairlead/protocol/people/session'
import { eq } from 'drizzle-orm'
import { users } from '../../src/accounts/store/schema.ts'
import type { Revert } from '../../src/agent/revert/revert-state.ts'
import { evolutions } from '../../src/arena/store/schema.ts'
import { database } from '../../src/db/client.ts'
import { grants } from '../../src/db/schema.ts'
import { newId } from '../../src/ids.ts'
import { mcpServers } from '../../src/mcp-client/schema.ts'
import { mcpConnections } from '../../src/mcp-server/oauth/schema.ts'
import { pictureKey } from '../../src/sharing/store/links.ts'
import { shares } from '../../src/sharing/store/schema.ts'
import { acceptedId, deliver, newAutomation, settled } from '../automations/automation-kit.ts'
import { newReport } from '../automations/report-kit.ts'
import type { Client, Relay } from '../double/harness.ts'
import { connectRelay, seat } from '../double/harness.ts'
import { newPasskey } from './passkey-kit.ts'
import { askedConversation, newMember, signInAs } from './people-kit.ts'
import { newShare } from './share-kit.ts'

const db = database(env.DB)

export interface Side {
	readonly client: Client
	/** Says nothing by itself: a test that takes long lets it ping. */
	readonly relay: Relay
	readonly projectId: string
	/** Ids by parameter name; `tokenId` of an account and of a project differ. */
	readonly ids: Readonly<Record<string, string>>
	/** The token of a visitor of its share link. */
	readonly shareToken: string
	readonly tokenHash: string
}

async function revertIn(conversationId: string, id: string): Promise<void> {
	const revert: Revert = {
		id,
		messageId: 'm1',
		stepSeq: null,
		revertOf: null,
		requestId: id,
		editorKey: null,
		by: { kind: 'session', id: 'ses_1', userId: 'usr_1', name: 'Ada' },
		direction: 'undo' as Revert['direction'],
		records: [],
		callIds: [],
		leaves: [],
		choices: [],
		state: 'done',
		waiting: null,
		stopRequested: false,
		calls: [],
		items: [],
		text: null,
		createdAt: 1,
		finishedAt: 2,
		revertedBy: null,
		note: null,
	}
	await runInDurableObject(env.CONVERSATION.getByName(conversationId), (_, { storage }) => {
		storage.sql.exec(
			'INSERT INTO revert (id, message_id, request_id, running, body) VALUES (?, ?, ?, 0, ?)',
			id,
			'm1',
			id,
			JSON.stringify(revert),
		)
	})
}

export async function newSide(name: string): Promise<Side> {
	const relayId = `relay-of-${name}`
	const editorKey = `${relayId}:aaaaaaaaaaaa`
	const userId = newId('usr')
	await db.insert(users).values({ id: userId, name, role: 'member', createdAt: 1 })
	const client = await signInAs(userId)
	const { id: passkeyId } = await newPasskey(client)
	await signInAs(userId)
	const { sessions } = SessionList.parse(await (await client.call('GET', '/api/sessions')).json())
	const wanted = { label: name, scopes: ['projects:read'], expiresInDays: 1 }
	const apiToken = await client.call('POST', '/api/tokens', wanted)

	const { id: projectId } = await client.newProject(name)
	const inProject = (what: string): string => `/api/projects/${projectId}/${what}`
	const { token } = await client.newRelayToken(projectId)
	const relay = await connectRelay(projectId, token)
	await relay.hello({ relayId, editors: [seat(editorKey)] })
	const relayTokens = await client.call('GET', inProject('relay-tokens'))
	const invited = await client.call('POST', inProject('invitations'), { role: 'viewer' })
	const grantId = newId('grt')
	const grant = { tool: 'unity_play', action: 'run', subject: '', createdBy: userId, createdAt: 1 }
	await db.insert(grants).values({ id: grantId, projectId, ...grant })

	const connectionId = newId('mcc')
	await db.insert(mcpConnections).values({
		id: connectionId,
		userId,
		projectId,
		clientId: 'c',
		clientName: 'C',
		scopes: [],
		accessHash: `a-${name}`,
		accessExpiresAt: 1,
		refreshHash: `r-${name}`,
		createdAt: 1,
		expiresAt: Date.now() + 3_600_000,
	})

	const serverId = newId('mcs')
	await db.insert(mcpServers).values({
		id: serverId,
		projectId,
		name: 'tracker',
		url: 'https://tracker.example/mcp',
		origin: '',
		headerNames: [],
		risk: 'write',
		toolRisks: {},
		enabled: true,
		state: 'new',
		tools: [],
		leftOut: [],
		createdAt: 1,
		updatedAt: 1,
	})

	const made = await newAutomation(client, projectId, {
		trigger: { kind: 'webhook', proof: 'bearer' },
		condition: 'false',
	})
	const bearer = { authorization: `Bearer ${made.secret}` }
	const deliveryId = await acceptedId(await deliver(made, bearer, '{}'))
	await settled(client, made, deliveryId)
	const report = await newReport(client, made)

	// One that is over: it computes nothing while the tests run.
	const evolutionId = newId('evo')
	const evolution = { id: evolutionId, projectId, userId, startedAt: 1, endedAt: 2 }
	await db.insert(evolutions).values(evolution)
	await env.EVOLUTION.getByName(evolutionId).begin({
		...({ id: evolutionId, mode: '1v1', seed: 1, budget: 1 } as const),
		...{ first: 'jmp 0\n', opponents: ['mov 0, 1\n'] },
	})

	const asked = await askedConversation(client, projectId)
	const conversationId = asked.id
	const message = {
		id: `queued-${name}`,
		role: 'user',
		parts: [{ type: 'text', text: 'and then' }],
	}
	const path = `/api/conversations/${conversationId}/messages`
	await (await client.call('POST', path, { message })).text()
	const blobId = newId('blb')
	await env.CONVERSATION.getByName(conversationId).adoptPicture(
		{ conversationId, projectId },
		blobId,
		{ mediaType: 'image/png', bytes: new Uint8Array([137, 80, 78, 71]) },
	)
	const revertId = newId('rev')
	await revertIn(conversationId, revertId)
	const share = await newShare(client, projectId)
	const row = await db.select().from(shares).where(eq(shares.id, share.id)).get()
	return {
		client,
		relay,
		projectId,
		shareToken: share.token,
		tokenHash: row?.tokenHash ?? '',
		ids: {
			serverId,
			automationId: made.id,
			deliveryId,
			reportId: report.id,
			evolutionId,
			grantId,
			passkeyId,
			invitationId: CreatedInvitation.parse(await invited.json()).id,
			userId: (await newMember(projectId, 'viewer')).userId,
			tokenId: RelayTokenList.parse(await relayTokens.json()).tokens[0]?.id ?? '',
			apiTokenId: CreatedApiToken.parse(await apiToken.json()).id,
			sessionId: sessions.find(({ current }) => !current)?.id ?? '',
			editorKey,
			relayId,
			connectionId,
			shareId: share.id,
			conversationId,
			blobId,
			revertId,
			handle: 'cmd_aaaaaa',
			messageId: message.id,
			approvalId: asked.approvalId,
		},
	}
}

/** The key of a picture's address on the page of this side's link, whatever conversation and picture are named. */
export const keyOf = (side: Side, conversationId: string, blobId: string): Promise<string> =>
	pictureKey({ tokenHash: side.tokenHash }, conversationId, blobId)
