import { AskMailLink, SignedIn, UseMailLink } from '@fairlead/protocol/people/sign-in'
import { HttpProblem } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { beginSession } from '../sign-in/begin-session.ts'
import { mailSetup, publicOrigin } from '../sign-in/configured-methods.ts'
import { findOrCreateAccount } from '../sign-in/find-or-create-account.ts'
import { isWithin } from '../sign-in/limits.ts'
import { mailLink, takeMailTicket } from '../sign-in/mail-link.ts'
import { nameFromEmail } from '../sign-in/providers.ts'
import {
	clientAddress,
	configured,
	hashOf,
	signUpClosed,
	tooManySignIns,
	trialOf,
} from './sign-in.ts'

/** In ten minutes. To one address: its owner may press the button twice more, a stranger fills no mailbox. */
const MAX_TO_ADDRESS = 3
const MAX_OF_CLIENT = 10
const MAX_OF_ALL = 500

export const mailLinkRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/auth/magic-link',
		operationId: 'askMailLink',
		summary: 'Ask for a link by mail that signs in',
		audit: { none: 'Nobody is signed in yet.' },
		access: { by: ['nobody'], on: 'installation', needs: 'session.begin', origin: 'own-to-change' },
		body: AskMailLink,
		maxBodyBytes: 4_096,
		answers: [
			{
				status: 204,
				description: 'If this address has an account, or may make one, the link is on its way.',
			},
		],
		async handle({ c, db, env, body, now }) {
			const origin = configured(() => publicOrigin(env, c.req.raw))
			const mailer = configured(() => mailSetup(env))
			const limits = {
				[`mail-to:${body.email}`]: MAX_TO_ADDRESS,
				[`mail-by:${clientAddress(c)}`]: MAX_OF_CLIENT,
				'mail:*': MAX_OF_ALL,
			}
			if (!(await isWithin(db, limits, now))) throw tooManySignIns('Too many links were asked for.')
			const { email, to } = body
			const asked = { email, to, invitationHash: await hashOf(body.invitation) }
			const sent = mailLink(env, db, mailer, asked, origin, now).catch((error) => {
				console.error(`${c.get('requestId')} a sign-in link was not mailed`, error)
			})
			c.executionCtx.waitUntil(sent)
			return noContent()
		},
	}),
	route({
		method: 'post',
		path: '/api/auth/magic-link/verify',
		operationId: 'useMailLink',
		summary: 'Sign in with a mailed link',
		audit: { none: 'Every way in records the sign-in.' },
		access: {
			by: ['nobody'],
			on: 'installation',
			needs: 'session.begin',
			origin: 'own-to-change',
			counted: 'if-refused',
		},
		body: UseMailLink,
		maxBodyBytes: 4_096,
		answers: [{ status: 200, schema: SignedIn, description: 'Signed in. A cookie is set.' }],
		async handle({ c, db, env, body, now }) {
			const ticket = await takeMailTicket(db, body.token, now)
			if (!ticket) {
				throw new HttpProblem('sign_in_link_invalid', 'This link is no longer valid.', {
					detail: 'It works once, for fifteen minutes. Ask for another one.',
				})
			}
			const { email, to, invitationHash } = ticket
			const name = nameFromEmail(email)
			const coming = { invitationHash, trialId: await trialOf(db, c, now) }
			const arrival = await findOrCreateAccount(
				env,
				db,
				{ identity: null, email, name },
				coming,
				now,
			)
			if (arrival.kind === 'sign_up_closed') throw signUpClosed()
			const answer = json({ to } satisfies SignedIn)
			answer.headers.append(
				'set-cookie',
				await beginSession(env, db, c.req.raw, arrival.userId, now),
			)
			return answer
		},
	}),
]
