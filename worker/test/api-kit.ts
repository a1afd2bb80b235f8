/** Two people and a project, for the tests of the API. */
import { env } from 'cloudflare:workers'
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import { Problem } from '@fairlead/protocol/http/problem'
import { beforeAll, expect } from 'vitest'
import { startSession } from '../src/accounts/sessions.ts'
import { users } from '../src/accounts/store/schema.ts'
import { database } from '../src/db/client.ts'
import { newId } from '../src/ids.ts'
import { Client, fetchApp, ORIGIN } from './double/harness.ts'

export const JSON_TYPE = { 'content-type': 'application/json' }

export const problemOf = async (answer: Response): Promise<Problem> => {
	expect(answer.headers.get('content-type')).toBe('application/problem+json')
	return Problem.parse(await answer.json())
}

export const setUp = (token: string, headers: Record<string, string> = {}): Promise<Response> =>
	fetchApp('/api/auth/setup', {
		method: 'POST',
		headers: { ...JSON_TYPE, ...headers },
		body: JSON.stringify({ token }),
	})

interface Api {
	owner: Client
	/** A user who is a member of no project. */
	stranger: Client
	/** The owner's project. */
	projectId: string
	conversationId: string
}

/** Created once per test file that calls {@link useApi}. */
export const api = {} as Api

export function useApi(): void {
	beforeAll(async () => {
		api.owner = await Client.signIn()
		const db = database(env.DB)
		const user = { id: newId('usr'), name: 'Stranger', role: 'member' as const, createdAt: 1 }
		await db.insert(users).values(user)
		const cookie = await startSession(db, new Request(ORIGIN), user.id, Date.now())
		api.stranger = new Client(cookie.split(';')[0] ?? '')
		api.projectId = (await api.owner.newProject('Mine')).id
		const path = `/api/projects/${api.projectId}/conversations`
		const created = await api.owner.call('POST', path, {})
		api.conversationId = Conversation.parse(await created.json()).id
	})
}
