import { SignedIn, StartTrial } from '@fairlead/protocol/people/sign-in'
import { HttpProblem } from '../../http/problem.ts'
import { json, type Route, route } from '../../http/route.ts'
import { sessionOf } from '../sessions.ts'
import { beginSession } from '../sign-in/begin-session.ts'
import { isWithin } from '../sign-in/limits.ts'
import { removeStaleTrials, startTrial } from '../sign-in/trial.ts'
import { clientAddress, tooManySignIns } from './sign-in.ts'

/** In ten minutes. Each may cost what `TRIAL_BUDGET` and `TRIAL_RUNS` allow. */
const MAX_OF_CLIENT = 3
const MAX_OF_ALL = 100

export const trialRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/auth/anonymous',
		operationId: 'startTrial',
		summary: 'Try it without an account',
		audit: { none: 'Every way in records the sign-in.' },
		access: { by: ['nobody'], on: 'installation', needs: 'session.begin', origin: 'own-to-change' },
		body: StartTrial,
		maxBodyBytes: 4_096,
		answers: [{ status: 200, schema: SignedIn, description: 'On trial. A cookie is set.' }],
		async handle({ c, db, env, body, now }) {
			if (env.ANONYMOUS_TRIAL !== '1') {
				throw new HttpProblem('sign_in_disabled', 'This server has no trials.', {
					detail: 'Its owner can set ANONYMOUS_TRIAL=1.',
				})
			}
			const answer = json({ to: body.to } satisfies SignedIn)
			// A person who is signed in stays so: a second trial would hide the work of the first.
			if (await sessionOf(db, c.req.raw, now)) return answer
			const limits = { [`trial:${clientAddress(c)}`]: MAX_OF_CLIENT, 'trial:*': MAX_OF_ALL }
			if (!(await isWithin(db, limits, now))) throw tooManySignIns('Too many trials were begun.')
			const userId = await startTrial(db, now)
			const removed = removeStaleTrials(env, db, now).catch((error) => {
				console.error(`${c.get('requestId')} trials were not removed`, error)
			})
			c.executionCtx.waitUntil(removed)
			answer.headers.append('set-cookie', await beginSession(env, db, c.req.raw, userId, now))
			return answer
		},
	}),
]
