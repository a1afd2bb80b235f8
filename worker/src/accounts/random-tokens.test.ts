/**
 * Nobody gets in by guessing: 10,000 random secrets of each kind against the lookups that requests use, on SQLite with
 * the migrated tables. Invitations have a test of their own, with their limits.
 */
import type { CreateApiToken } from '@fairlead/protocol/people/api-tokens'
import { expect, test } from 'vitest'
import { volume } from '../../../test/volume.ts'
import { sqliteD1 } from '../../test/storage/sqlite-d1.ts'
import { keepSecret, mintHookSecret, readSecret } from '../automations/kept-secret.ts'
import { proofOf } from '../automations/proof.ts'
import { redeem, requestPairing } from '../computers/pairing.ts'
import { createRelayToken, relayOf } from '../computers/relay-tokens.ts'
import type { Env } from '../env.ts'
import { connectionOf, mintTokens } from '../mcp-server/oauth/connections.ts'
import { mcpConnections } from '../mcp-server/oauth/schema.ts'
import { mintSecret } from '../platform/secrets.ts'
import { createShare, openShare, shareActorsOf, shareHash } from '../sharing/store/links.ts'
import { findShare } from '../sharing/store/shares.ts'
import { apiTokenOf, createApiToken } from './api-tokens.ts'
import { sessionOf, startSession } from './sessions.ts'
import { mailLink, takeMailTicket } from './sign-in/mail-link.ts'

const GUESSES = volume(10_000)
const AT_ONCE = 250
const NOW = 1_800_000_000_000
/** Each guess costs a hash and a statement of SQLite, on a busy machine. */
const PATIENCE_MS = 900_000

const { db, sqlite } = sqliteD1()
sqlite.exec(`
	INSERT INTO users (id, name, role, created_at) VALUES ('usr_1', 'Ada', 'owner', 1);
	INSERT INTO projects (id, name, created_at, updated_at) VALUES ('prj_1', 'Racer', 1, 1);
	INSERT INTO members (project_id, user_id, role, created_at) VALUES ('prj_1', 'usr_1', 'owner', 1);
`)

const withCookie = (cookie: string): Request =>
	new Request('https://fairlead.example/', { headers: { cookie } })
const cookieIn = (header: string): string => /=([^;]+)/.exec(header)?.[1] ?? ''

interface Kind {
	/** A secret that is in force. */
	readonly right: () => Promise<string>
	/** Another one of the same form. */
	readonly random: () => string
	/** The answer to a request with this secret; null: a refusal. */
	readonly open: (secret: string) => Promise<unknown>
}

async function someShare() {
	const whose = { projectId: 'prj_1', createdBy: 'usr_1' }
	const wanted = { role: 'viewer', label: '', signInRequired: false, scene: false, exports: false }
	const made = await createShare(db, whose, wanted as Parameters<typeof createShare>[2], NOW)
	if (!made) throw new Error('no share')
	return made
}

const OPEN = { SIGN_UP: 'open' } as Env
const KEYS = { SECRETS_KEY: 'a key of this server' }
let storedBearer = ''
const SCOPES: CreateApiToken['scopes'] = ['projects:read']
const DESK = { projectId: 'prj_1', label: 'desk', createdBy: 'usr_1' }
const COMPUTER = { client_id: 'fairlead-relay', host: 'desk', platform: '', folder: '' } as const

const KINDS: Readonly<Record<string, Kind>> = {
	'share links': {
		right: async () => (await someShare()).token,
		random: () => `fls_${mintSecret()}`,
		open: async (token) => {
			const tokenHash = await shareHash(token)
			return tokenHash === null ? null : ((await findShare(db, { tokenHash }, NOW)) ?? null)
		},
	},
	'visits of a share link': {
		right: async () => {
			const opened = await openShare(db, withCookie(''), (await someShare()).row, null, NOW)
			return opened.ok ? cookieIn(opened.cookies[0] ?? '') : ''
		},
		random: mintSecret,
		open: async (secret) => {
			const request = withCookie(`__Host-fairlead-share-shr_x=${secret}`)
			return (await shareActorsOf(db, request, null, NOW))[0] ?? null
		},
	},
	'API tokens': {
		right: async () => {
			const wanted = { label: 'x', scopes: SCOPES, expiresInDays: null }
			return (await createApiToken(db, 'usr_1', wanted, NOW, 10))?.token ?? ''
		},
		random: () => `flt_${mintSecret()}`,
		open: (token) => apiTokenOf(db, `Bearer ${token}`, NOW),
	},
	'relay tokens': {
		right: async () => (await createRelayToken(db, DESK, NOW, 10))?.token ?? '',
		random: () => `flr_${mintSecret()}`,
		open: (token) => relayOf(db, `Bearer ${token}`, NOW),
	},
	'access tokens of MCP clients': {
		right: async () => {
			const { accessToken, stored } = await mintTokens(NOW)
			await db.insert(mcpConnections).values({
				id: 'mcn_1',
				userId: 'usr_1',
				projectId: 'prj_1',
				clientId: 'mcc_1',
				clientName: 'Client',
				scopes: SCOPES,
				...stored,
				createdAt: NOW,
			})
			return accessToken
		},
		random: () => `fla_${mintSecret()}`,
		open: (token) => connectionOf(db, `Bearer ${token}`, 'prj_1', NOW),
	},
	'session cookies': {
		right: async () => cookieIn(await startSession(db, withCookie(''), 'usr_1', NOW)),
		random: mintSecret,
		open: (secret) => sessionOf(db, withCookie(`__Host-fairlead=${secret}`), NOW),
	},
	'bearers of webhooks': {
		right: async () => {
			const secret = mintHookSecret()
			storedBearer = await keepSecret(secret, 'bearer', 'aut_1', KEYS)
			return secret
		},
		random: mintHookSecret,
		open: async (secret) => {
			const headers = new Headers({ authorization: `Bearer ${secret}` })
			const stored = await readSecret(storedBearer, 'aut_1', KEYS)
			return proofOf('bearer', stored, { headers, body: new Uint8Array(), now: NOW })
		},
	},
	'mailed links': {
		right: async () => {
			let text = ''
			const mailer = async (mail: { readonly text: string }): Promise<void> => {
				text = mail.text
			}
			const asked = { email: 'ada@mail.example', to: '/', invitationHash: null }
			await mailLink(OPEN, db, mailer, asked, 'https://fairlead.example', NOW)
			return /#token=([\w-]+)/.exec(text)?.[1] ?? ''
		},
		random: mintSecret,
		open: (secret) => takeMailTicket(db, secret, NOW),
	},
	'device codes': {
		right: async () => {
			const from = { address: '192.0.2.1', place: '' }
			return (await requestPairing(db, COMPUTER, from, NOW))?.deviceCode ?? ''
		},
		random: mintSecret,
		open: async (code) => {
			const answer = await redeem(db, code, '203.0.113.9', NOW)
			const refused =
				answer === 'too_many_tries' || ('error' in answer && answer.error === 'invalid_grant')
			return refused ? null : answer
		},
	},
}

/** The secret with one character changed. */
const beside = (secret: string, at: number): string => {
	const sign = secret.at(at) === 'A' ? 'B' : 'A'
	const index = at < 0 ? secret.length + at : at
	return secret.slice(0, index) + sign + secret.slice(index + 1)
}

test.each(Object.entries(KINDS))(
	'%s: 10,000 random ones open nothing, nor does one beside the right one, which still opens',
	{ timeout: PATIENCE_MS },
	async (_, { right, random, open }) => {
		const secret = await right()
		expect(random()).toHaveLength(secret.length)
		let opened = 0
		// Many at once, as hashes are made beside the statements.
		for (let i = 0; i < GUESSES; i += AT_ONCE) {
			const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => open(random())))
			opened += answers.filter((answer) => answer !== null).length
		}
		for (let at = -20; at < 0; at++) if ((await open(beside(secret, at))) !== null) opened++
		for (const text of ['', secret.slice(0, -1), `${secret}A`, secret.slice(1), "' or 1=1 --"]) {
			if ((await open(text).catch(() => null)) !== null) opened++
		}
		expect(opened).toBe(0)
		expect(await open(secret)).not.toBeNull()
	},
)
