/** Pairing a computer with a project: the command's side (RFC 8628), and the side of the person who approves. */
import {
	ApprovePairing,
	DeviceAuthorization,
	DeviceAuthorizationRequest,
	DeviceToken,
	DeviceTokenError,
	DeviceTokenRequest,
	Pairing,
	plainUserCode,
	shownUserCode,
} from '@fairlead/protocol/computers/pairing'
import { linkOrigin } from '../../accounts/sign-in/configured-methods.ts'
import type { Database } from '../../db/client.ts'
import { HttpProblem } from '../../http/problem.ts'
import { countRequest } from '../../http/rate-limit.ts'
import { clientAddress } from '../../http/recording.ts'
import { type AppContext, json, noContent, type Route, route } from '../../http/route.ts'
import { answerPairing, openPairing, PAIRING_LIFE_MS, redeem, requestPairing } from '../pairing.ts'
import type { PairingRow } from '../store/pairings.ts'
import { requireRoomForToken } from './relay-tokens.ts'

/** The origin of a request, if Cloudflare knows it. A local workerd makes a place up. */
function originOf(c: AppContext): { address: string; place: string } {
	const address = c.req.header('cf-connecting-ip') ?? ''
	if (/^(127\.|::1$|$)/.test(address)) return { address, place: '' }
	const { city, country } = (c.req.raw.cf ?? {}) as { city?: string; country?: string }
	return { address, place: [city, country].filter(Boolean).join(', ') }
}

const tooMany = (title: string): HttpProblem =>
	new HttpProblem('rate_limited', title, {
		detail: 'Wait ten minutes, then try again.',
		headers: { 'retry-after': String(PAIRING_LIFE_MS / 1_000) },
	})

async function requirePairing(
	db: Database,
	typed: string,
	userId: string,
	now: number,
): Promise<PairingRow> {
	const found = await openPairing(db, plainUserCode(typed), userId, now)
	if (found === 'too_many_tries') throw tooMany('Too many wrong codes were entered.')
	if (found !== 'unknown') return found
	throw new HttpProblem('not_found', 'This code is not valid, or it has expired.', {
		detail: 'Compare it with the one in the terminal, or start "npm run fairlead -- login" again.',
	})
}

const alreadyAnswered = (): HttpProblem =>
	new HttpProblem('conflict', 'This request has already been answered.', {
		detail: 'Start "npm run fairlead -- login" again to change that.',
	})

/** The secrets in these answers stay out of every cache (RFC 6749, 5.1). */
function secret(answer: Response): Response {
	answer.headers.set('cache-control', 'no-store')
	return answer
}

export const pairingRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/device/authorize',
		operationId: 'requestPairing',
		summary: 'Ask for a code to pair this computer with a project (RFC 8628)',
		audit: { none: 'Nothing is granted yet.' },
		access: { by: ['nobody'], on: 'installation', needs: 'pairing.request', origin: 'not-foreign' },
		body: DeviceAuthorizationRequest,
		bodyType: 'form',
		maxBodyBytes: 4_096,
		answers: [{ status: 200, schema: DeviceAuthorization, description: 'The codes.' }],
		async handle({ c, env, db, body, now }) {
			const made = await requestPairing(db, body, originOf(c), now)
			if (!made) throw tooMany('Too many computers are waiting to be paired.')
			const page = new URL('/pair', linkOrigin(env, c.req.raw))
			const code = shownUserCode(made.userCode)
			const complete = new URL(page)
			complete.searchParams.set('code', code)
			return secret(
				json({
					device_code: made.deviceCode,
					user_code: code,
					verification_uri: page.href,
					verification_uri_complete: complete.href,
					expires_in: made.expiresInMs / 1_000,
					interval: made.intervalMs / 1_000,
				} satisfies DeviceAuthorization),
			)
		},
	}),
	route({
		method: 'post',
		path: '/api/device/token',
		operationId: 'redeemPairing',
		summary: 'Poll for the relay token of an approved code (RFC 8628)',
		audit: { none: 'The approval was recorded.' },
		access: {
			by: ['nobody'],
			on: 'installation',
			needs: 'pairing.request',
			origin: 'not-foreign',
			counted: 'once-proven',
		},
		body: DeviceTokenRequest,
		bodyType: 'form',
		maxBodyBytes: 4_096,
		answers: [
			{ status: 200, schema: DeviceToken, description: 'Approved.' },
			{ status: 400, schema: DeviceTokenError, description: 'Not approved, or not yet.' },
		],
		async handle({ c, db, body, now }) {
			const answer = await redeem(db, body.device_code, clientAddress(c.req.raw), now)
			const known =
				answer !== 'too_many_tries' && !('error' in answer && answer.error === 'invalid_grant')
			if (!known) await countRequest(c, null)
			if (answer === 'too_many_tries') throw tooMany('Too many unknown device codes were sent.')
			return secret(json(answer, 'error' in answer ? 400 : 200))
		},
	}),
	route({
		method: 'get',
		path: '/api/pairings/:userCode',
		operationId: 'getPairing',
		summary: 'Get the computer that shows this code',
		access: { by: ['session'], on: 'account', needs: 'pairing.answer', origin: 'own-to-change' },
		answers: [
			{ status: 200, schema: Pairing, description: 'The computer that asks to be paired.' },
		],
		async handle({ db, granted, now, param }) {
			const row = await requirePairing(db, param('userCode'), granted.actor.userId, now)
			const { host, platform, folder, address, place, createdAt, expiresAt } = row
			return json({
				userCode: shownUserCode(row.userCode),
				host,
				platform,
				folder,
				address,
				place,
				createdAt,
				expiresAt,
				state: row.state === 'redeemed' ? 'approved' : row.state,
			} satisfies Pairing)
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/pairings/:userCode',
		operationId: 'approvePairing',
		summary: 'Pair the computer that shows this code with the project',
		access: {
			by: ['session'],
			on: 'project',
			needs: 'relay_tokens.manage',
			origin: 'own-to-change',
		},
		body: ApprovePairing,
		answers: [{ status: 204, description: "Approved. The computer's next poll gets its token." }],
		async handle({ db, env, body, granted, now, param }) {
			const { userId } = granted.actor
			const { allowance, project } = granted
			const projectId = project.id
			const row = await requirePairing(db, param('userCode'), userId, now)
			await requireRoomForToken(env, db, { id: projectId, allowance }, now)
			if (!(await answerPairing(db, row, { userId, projectId, name: body.name }, now)))
				throw alreadyAnswered()
			return noContent()
		},
	}),
	route({
		method: 'delete',
		path: '/api/pairings/:userCode',
		operationId: 'denyPairing',
		summary: 'Refuse the computer that shows this code',
		access: { by: ['session'], on: 'account', needs: 'pairing.answer', origin: 'own-to-change' },
		answers: [{ status: 204, description: 'Denied. The command says so, and ends.' }],
		async handle({ db, granted, now, param }) {
			const { userId } = granted.actor
			const row = await requirePairing(db, param('userCode'), userId, now)
			if (!(await answerPairing(db, row, { userId, projectId: null }, now))) throw alreadyAnswered()
			return noContent()
		},
	}),
]
