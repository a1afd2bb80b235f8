import { deleteRelayTokens } from '../../computers/store/relay-tokens.ts'
import { anyConversations } from '../../conversations/record/conversations.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { deleteProject } from '../../projects/store/projects.ts'
import { eraseConversation } from './erase-conversation.ts'
import { eraseEvolutions } from './erase-evolution.ts'

/** Conversations deleted in parallel; each is an RPC to its own object. */
const AT_ONCE = 20
/** Batches of one call: below the platform's limit of 1,000 subrequests (an RPC and a row each). */
const MAX_BATCHES = 20

/**
 * Deletes a project: its conversations with their objects, its room with every socket, the deliveries and reports that wait, its evolutions, its rows. False: there is
 * more than one call may delete, so call again.
 * @throws NotErased
 */
export async function eraseProject(db: Database, env: Env, projectId: string): Promise<boolean> {
	for (let batch = 0; ; batch++) {
		const rows = await anyConversations(db, projectId, AT_ONCE)
		if (rows.length === 0) break
		if (batch >= MAX_BATCHES) return false
		await Promise.all(rows.map((row) => eraseConversation(db, env, row)))
	}
	// Before the room: a relay that comes back at once would fill it again.
	await deleteRelayTokens(db, projectId)
	await env.AUTOMATIONS.getByName(projectId).destroy()
	await env.OUTGOING.getByName(projectId).destroy()
	await eraseEvolutions(env, db, { projectId })
	await env.ROOM.getByName(projectId).destroy()
	await deleteProject(db, projectId)
	return true
}
