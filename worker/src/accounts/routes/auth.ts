import { Me, SessionList, SetupRequest } from '@fairlead/protocol/people/session'
import { suspendedFor } from '../../access/suspension.ts'
import { HttpProblem } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { clientDetail } from '../client-name.ts'
import { endAllSessions, endSession } from '../end-rights.ts'
import { FAILURE_WINDOW_MS, signInOwner } from '../owner-sign-in.ts'
import { withoutSession } from '../sessions.ts'
import { beginSession } from '../sign-in/begin-session.ts'
import { listSessions, sessionsOfUser } from '../store/sessions.ts'

export const authRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/auth/setup',
		operationId: 'signInWithSetupToken',
		summary: 'Sign in as the owner with the setup token',
		audit: { none: 'Every way in records the sign-in.' },
		access: {
			by: ['nobody'],
			on: 'installation',
			needs: 'session.begin',
			origin: 'not-foreign',
			counted: 'if-refused',
		},
		body: SetupRequest,
		answers: [{ status: 200, schema: Me, description: 'Signed in. A session cookie is set.' }],
		async handle({ c, db, env, body, now }) {
			const client = c.req.header('cf-connecting-ip') ?? 'local'
			const result = await signInOwner(db, body.token, env.SETUP_TOKEN, client, now)
			switch (result.kind) {
				case 'signed_in': {
					const { id, name, role } = result.owner
					const answer = json({ userId: id, name, role } satisfies Me)
					answer.headers.append('set-cookie', await beginSession(env, db, c.req.raw, id, now))
					return answer
				}
				case 'disabled':
					throw new HttpProblem('setup_disabled', 'Sign-in with a setup token is disabled.', {
						detail: 'Set the secret SETUP_TOKEN on the server, then try again.',
					})
				case 'wrong_token':
					throw new HttpProblem('setup_token_invalid', 'This sign-in link is not valid.', {
						detail: 'Use the most recent link printed by the start command.',
					})
				case 'too_many_tries':
					throw new HttpProblem(
						'rate_limited',
						'Too many failed sign-in attempts from this address.',
						{
							detail: 'Wait ten minutes, then use the link printed by the start command.',
							headers: { 'retry-after': String(FAILURE_WINDOW_MS / 1000) },
						},
					)
				default:
					return result satisfies never
			}
		},
	}),
	route({
		method: 'post',
		path: '/api/auth/sign-out',
		operationId: 'signOut',
		summary: 'End this session',
		access: { by: ['session'], on: 'account', needs: 'sessions.end', origin: 'own-to-change' },
		answers: [{ status: 204, description: 'Signed out. The cookie is removed.' }],
		async handle({ c, db, env, granted, now, note }) {
			await endSession(env, db, granted.actor, now)
			note(clientDetail(c.req.raw))
			return noContent({ 'set-cookie': withoutSession(c.req.raw) })
		},
	}),
	route({
		method: 'post',
		path: '/api/auth/sign-out-everywhere',
		operationId: 'signOutEverywhere',
		summary: 'End all sessions of yours',
		access: { by: ['session'], on: 'account', needs: 'sessions.end', origin: 'own-to-change' },
		answers: [{ status: 204, description: 'Signed out in every browser, including this one.' }],
		async handle({ c, db, env, granted, now }) {
			await endAllSessions(env, db, granted.actor.userId, now)
			return noContent({ 'set-cookie': withoutSession(c.req.raw) })
		},
	}),
	route({
		method: 'get',
		path: '/api/sessions',
		operationId: 'listSessions',
		summary: 'List the browsers in which you are signed in',
		access: { by: ['session'], on: 'account', needs: 'sessions.list', origin: 'own-to-change' },
		answers: [{ status: 200, schema: SessionList, description: 'Newest first.' }],
		async handle({ db, granted, now }) {
			const { id, userId } = granted.actor
			const rows = await listSessions(db, userId, now)
			return json({ sessions: rows.map((row) => ({ ...row, current: row.id === id })) })
		},
	}),
	route({
		method: 'delete',
		path: '/api/sessions/:sessionId',
		operationId: 'endSession',
		summary: 'End a session of yours',
		access: { by: ['session'], on: 'account', needs: 'sessions.end', origin: 'own-to-change' },
		answers: [{ status: 204, description: 'Signed out there. Its open pages are closed at once.' }],
		async handle({ c, db, env, granted, now, param }) {
			const { id: own, userId } = granted.actor
			const id = param('sessionId')
			if (!(await sessionsOfUser(db, userId)).includes(id)) {
				throw new HttpProblem('not_found', 'This session was not found.', {
					detail: 'It may have ended already.',
				})
			}
			await endSession(env, db, { id, userId }, now)
			return noContent(id === own ? { 'set-cookie': withoutSession(c.req.raw) } : undefined)
		},
	}),
	route({
		method: 'get',
		path: '/api/me',
		operationId: 'getMe',
		summary: 'Get the signed-in user',
		access: {
			by: ['token', 'session'],
			on: 'account',
			needs: 'account.read',
			origin: 'own-to-change',
		},
		answers: [{ status: 200, schema: Me, description: 'The signed-in user.' }],
		handle({ granted }) {
			const { userId, name, standing, allowance } = granted.actor
			const suspended = suspendedFor(allowance)
			const me: Me = { userId, name, role: standing }
			return json(suspended === null ? me : { ...me, suspended })
		},
	}),
]
