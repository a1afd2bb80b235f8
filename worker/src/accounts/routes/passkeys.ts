/** Passkeys: a person's own, and signing in with one. */
import {
	MAX_PASSKEYS,
	Passkey,
	PasskeyAssertion,
	PasskeyList,
	PasskeyOptions,
	PasskeyRegistration,
	RemovePasskey,
	UpdatePasskey,
} from '@fairlead/protocol/people/account'
import { Me } from '@fairlead/protocol/people/session'
import { HttpProblem } from '../../http/problem.ts'
import { type AppContext, json, noContent, type Route, route } from '../../http/route.ts'
import { clientName } from '../client-name.ts'
import { FAILURE_WINDOW_MS } from '../owner-sign-in.ts'
import {
	CHALLENGE_LIFE_MS,
	registerPasskey,
	registrationOptions,
	type Site,
	signInOptions,
	signInWithPasskey,
} from '../passkeys.ts'
import { beginSession } from '../sign-in/begin-session.ts'
import { offeredMethods } from '../sign-in-methods.ts'
import { listPasskeys, type PasskeyRow, renamePasskey } from '../store/passkeys.ts'
import { deletePasskey } from '../store/remove-way-in.ts'
import { requireUser } from './sign-in-methods.ts'

/** A numeric address, which browsers take for no passkey. */
const IS_ADDRESS = /^(\d+(\.\d+){3}|\[.*\])$/

/** The page that the request comes from. Its route has the origin rule `own`: the header is there, and ours. */
function siteOf(c: AppContext): Site {
	const host = new URL(c.req.url).hostname
	if (IS_ADDRESS.test(host)) {
		throw new HttpProblem('invalid_request', 'Passkeys need a host name.', {
			detail: 'Open this server by its name instead of its address; on this computer: localhost.',
		})
	}
	return { origin: c.req.header('origin') ?? '', host }
}

const shown = ({ id, name, backedUp, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
	id,
	name,
	backedUp,
	createdAt,
	lastUsedAt,
})

const gone = (): HttpProblem =>
	new HttpProblem('not_found', 'This passkey was not found.', {
		detail: 'It may have been removed already.',
	})

const full = (): HttpProblem =>
	new HttpProblem('conflict', 'This passkey cannot be added.', {
		detail: `It is registered already, or you have ${MAX_PASSKEYS} passkeys. Remove one you do not use.`,
	})

const tooMany = (title: string, waitMs: number): HttpProblem =>
	new HttpProblem('rate_limited', title, {
		detail: `Wait ${waitMs / 60_000} minutes, then try again.`,
		headers: { 'retry-after': String(waitMs / 1_000) },
	})

const tooManyOpen = () => tooMany('Too many passkey requests are open.', CHALLENGE_LIFE_MS)

const invalid = (detail: string): HttpProblem =>
	new HttpProblem('passkey_invalid', 'This passkey was not accepted.', { detail })

const OWN = { by: ['session'], on: 'account', needs: 'passkeys.manage' } as const
const ENTERING = {
	by: ['nobody'],
	on: 'installation',
	needs: 'session.begin',
	origin: 'own',
	counted: 'if-refused',
} as const

const CREDENTIALS_GROW = 'Browsers add members to the JSON of a credential.'

export const passkeyRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/passkeys/registration',
		operationId: 'beginPasskeyRegistration',
		summary: 'Get the options for making a passkey',
		audit: { none: 'Nothing is added yet.' },
		access: { ...OWN, origin: 'own' },
		answers: [
			{ status: 200, schema: PasskeyOptions, description: 'For `navigator.credentials.create`.' },
		],
		async handle({ c, db, granted, now }) {
			const made = await registrationOptions(db, granted.actor, siteOf(c), now)
			if (made.kind === 'full') throw full()
			if (made.kind === 'too_many') throw tooManyOpen()
			return json(made.options)
		},
	}),
	route({
		method: 'post',
		path: '/api/passkeys',
		operationId: 'addPasskey',
		summary: 'Add the passkey that the browser made',
		access: { ...OWN, origin: 'own' },
		body: PasskeyRegistration,
		othersSendMore: CREDENTIALS_GROW,
		answers: [{ status: 201, schema: Passkey, description: 'It signs you in from now on.' }],
		async handle({ c, db, body, granted, now }) {
			const client = clientName(c.req.header('user-agent') ?? null)
			const result = await registerPasskey(db, granted.actor, siteOf(c), body, client, now)
			switch (result.kind) {
				case 'registered':
					return json(shown(result.passkey), 201)
				case 'full':
					throw full()
				case 'invalid':
					throw invalid('Add it again. A request to add a passkey is valid for five minutes.')
				default:
					return result satisfies never
			}
		},
	}),
	route({
		method: 'get',
		path: '/api/passkeys',
		operationId: 'listPasskeys',
		summary: 'List your passkeys',
		access: { ...OWN, origin: 'own-to-change' },
		answers: [{ status: 200, schema: PasskeyList, description: 'In the order of adding.' }],
		async handle({ db, granted }) {
			const rows = await listPasskeys(db, granted.actor.userId)
			return json({ passkeys: rows.map(shown) })
		},
	}),
	route({
		method: 'patch',
		path: '/api/passkeys/:passkeyId',
		operationId: 'renamePasskey',
		summary: 'Rename a passkey',
		access: { ...OWN, origin: 'own-to-change' },
		body: UpdatePasskey,
		answers: [{ status: 200, schema: Passkey, description: 'The renamed passkey.' }],
		async handle({ db, body, granted, param }) {
			const key = { userId: granted.actor.userId, id: param('passkeyId'), name: body.name }
			const row = await renamePasskey(db, key)
			if (!row) throw gone()
			return json(shown(row))
		},
	}),
	route({
		method: 'delete',
		path: '/api/passkeys/:passkeyId',
		operationId: 'removePasskey',
		summary: 'Remove a passkey',
		access: { ...OWN, origin: 'own-to-change' },
		query: RemovePasskey,
		answers: [{ status: 204, description: 'It no longer signs you in.' }],
		async handle({ c, db, env, granted, param, query }) {
			const { userId } = granted.actor
			const user = await requireUser(db, userId)
			const id = param('passkeyId')
			const even = query.lastWayIn === 'remove'
			const offered = offeredMethods(env, c.req.raw, user)
			if (await deletePasskey(db, userId, id, { offered, even })) return noContent()
			if (!(await listPasskeys(db, userId)).some((key) => key.id === id)) throw gone()
			throw new HttpProblem('last_way_in', 'Nothing else signs you in.', {
				detail:
					'Add another passkey first, or confirm: once this session ends, you cannot come back.',
			})
		},
	}),
	route({
		method: 'post',
		path: '/api/auth/passkey/options',
		operationId: 'beginPasskeySignIn',
		summary: 'Get the options for signing in with a passkey',
		audit: { none: 'Nobody is signed in yet.' },
		access: ENTERING,
		answers: [
			{ status: 200, schema: PasskeyOptions, description: 'For `navigator.credentials.get`.' },
		],
		async handle({ c, db, env, now }) {
			const client = c.req.header('cf-connecting-ip') ?? 'local'
			const made = await signInOptions(env, db, siteOf(c), client, now)
			if (made.kind === 'too_many') throw tooManyOpen()
			return json(made.options)
		},
	}),
	route({
		method: 'post',
		path: '/api/auth/passkey',
		operationId: 'signInWithPasskey',
		summary: 'Sign in with a passkey',
		audit: { none: 'Every way in records the sign-in.' },
		access: ENTERING,
		body: PasskeyAssertion,
		othersSendMore: CREDENTIALS_GROW,
		answers: [{ status: 200, schema: Me, description: 'Signed in. A session cookie is set.' }],
		async handle({ c, db, env, body, now }) {
			const client = c.req.header('cf-connecting-ip') ?? 'local'
			const result = await signInWithPasskey(env, db, siteOf(c), body, client, now)
			switch (result.kind) {
				case 'signed_in': {
					const { id, name, role } = result.user
					const answer = json({ userId: id, name, role } satisfies Me)
					answer.headers.append('set-cookie', await beginSession(env, db, c.req.raw, id, now))
					return answer
				}
				case 'invalid':
					throw invalid('Try again, or sign in another way. It may have been removed here.')
				case 'counter_went_back':
					throw invalid(
						'Its counter went back, as that of a copy does. Sign in another way, remove it, and add it again.',
					)
				case 'too_many_tries':
					throw tooMany('Too many failed sign-in attempts from this address.', FAILURE_WINDOW_MS)
				default:
					return result satisfies never
			}
		},
	}),
]
