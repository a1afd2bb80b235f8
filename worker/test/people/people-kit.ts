/** People with a role in a project, and questions that they are asked. */
import { env } from 'cloudflare:workers'
import type { MemberRole } from '../../src/access/actor.ts'
import { startSession } from '../../src/accounts/sessions.ts'
import { users } from '../../src/accounts/store/schema.ts'
import { database } from '../../src/db/client.ts'
import { members } from '../../src/db/schema.ts'
import { newId } from '../../src/ids.ts'
import { Client, ORIGIN } from '../double/harness.ts'

const db = database(env.DB)

/** One more browser of this user. */
export async function signInAs(userId: string): Promise<Client> {
	const cookie = await startSession(db, new Request(ORIGIN), userId, Date.now())
	return new Client(cookie.split(';')[0] ?? '')
}

export const join = (projectId: string, userId: string, role: MemberRole) =>
	db.insert(members).values({ projectId, userId, role, createdAt: 2 })

export async function newMember(
	projectId: string,
	role: MemberRole,
): Promise<{ client: Client; userId: string }> {
	const userId = newId('usr')
	await db.insert(users).values({ id: userId, name: 'Mate', role: 'member', createdAt: 1 })
	await join(projectId, userId, role)
	return { client: await signInAs(userId), userId }
}

/** A conversation in which the agent asks before it enters play mode; `approvalId` is empty where it need not ask. */
export async function askedConversation(
	client: Client,
	projectId: string,
): Promise<{ id: string; approvalId: string }> {
	const path = `/api/projects/${projectId}/conversations`
	const made = await client.call('POST', path, { mode: 'ask' })
	const { id } = (await made.json()) as { id: string }
	const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'press play' }] }
	const posted = await client.call('POST', `/api/conversations/${id}/messages`, { message })
	const asks = /"tool-approval-request","approvalId":"([^"]+)"/.exec(await posted.text())
	return { id, approvalId: asks?.[1] ?? '' }
}
