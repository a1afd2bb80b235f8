import { Health } from '@fairlead/protocol/http/health'
import packageJson from '../../package.json' with { type: 'json' }
import { findOwner } from '../accounts/store/users.ts'
import { defaultModel } from '../agent/model/models.ts'
import { json, type Route, route } from './route.ts'

export const healthRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/health',
		operationId: 'getHealth',
		summary: 'Check that the server is running, and which model it uses',
		access: { by: ['nobody'], on: 'installation', needs: 'service.read', origin: 'any' },
		answers: [{ status: 200, schema: Health, description: 'The server is running.' }],
		async handle({ db, env }) {
			const health: Health = {
				ok: true,
				version: packageJson.version,
				model: defaultModel(env),
				setupNeeded: (await findOwner(db)) === undefined,
			}
			const answer = json(health)
			// So that a relay finds out about a wrong clock, also from a server that nothing stands in front of.
			answer.headers.set('date', new Date().toUTCString())
			return answer
		},
	}),
]
