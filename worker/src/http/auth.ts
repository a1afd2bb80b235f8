import { Me, SetupRequest } from '@fairlead/protocol/http'
import { FAILURE_WINDOW_MS, signInOwner } from '../accounts/owner-sign-in.ts'
import { endSession, startSession } from '../accounts/sessions.ts'
import type { User } from '../db/users.ts'
import { HttpProblem } from './problem.ts'
import { json, noContent, type Route, route } from './route.ts'
import { refuseForeignOrigin } from './same-origin.ts'

const describeMe = (user: User): Me => ({ userId: user.id, name: user.name, role: user.role })

export const authRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/auth/setup',
		summary: 'Sign in as the owner with the setup token',
		access: { kind: 'public' },
		body: SetupRequest,
		answers: [{ status: 200, schema: Me, description: 'Signed in; a session cookie is set.' }],
		async handle({ c, db, env, body, now }) {
			refuseForeignOrigin(c.req.raw)
			const client = c.req.header('cf-connecting-ip') ?? 'local'
			const result = await signInOwner(db, body.token, env.SETUP_TOKEN, client, now)
			switch (result.kind) {
				case 'signed_in': {
					const answer = json(describeMe(result.owner))
					answer.headers.append(
						'set-cookie',
						await startSession(db, c.req.raw, result.owner.id, now),
					)
					return answer
				}
				case 'disabled':
					throw new HttpProblem('setup_disabled', 'Sign-in by setup token is off.', {
						detail: 'Set the secret SETUP_TOKEN of this installation, then try again.',
					})
				case 'wrong_token':
					throw new HttpProblem('setup_token_invalid', 'This sign-in link is not valid.', {
						detail: 'Use the link that the start command printed last.',
					})
				case 'too_many_tries':
					throw new HttpProblem('rate_limited', 'Too many wrong tokens from here.', {
						detail: 'Wait ten minutes, then use the link that the start command printed.',
						headers: { 'retry-after': String(FAILURE_WINDOW_MS / 1000) },
					})
				default:
					return result satisfies never
			}
		},
	}),
	route({
		method: 'post',
		path: '/api/auth/sign-out',
		summary: 'End this session',
		access: { kind: 'session' },
		answers: [{ status: 204, description: 'Signed out; the cookie is removed.' }],
		async handle({ c, db, granted }) {
			return noContent({
				'set-cookie': await endSession(db, c.req.raw, granted.principal.sessionId),
			})
		},
	}),
	route({
		method: 'get',
		path: '/api/me',
		summary: 'Tell who is signed in',
		access: { kind: 'session' },
		answers: [{ status: 200, schema: Me, description: 'The signed-in user.' }],
		handle: ({ granted }) => json(describeMe(granted.principal.user)),
	}),
]
