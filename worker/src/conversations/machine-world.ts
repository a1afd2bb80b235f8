/** The ports of a conversation's two machines: their room, D1's answers, models, time and randomness. */
import { createHash } from 'node:crypto'
import { modelsOf } from '../agent/model/registry/registry.ts'
import type { RevertPorts } from '../agent/revert/revert-machine.ts'
import type { LogEntry, MachinePorts } from '../agent/run/machine-ports.ts'
import { database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { newId } from '../ids.ts'
import { ProjectServers } from '../mcp-servers/project-servers.ts'
import type { ConversationIdentity } from '../ports/conversation.ts'
import type { CallOwner } from '../ports/room.ts'
import { modelAccess, modelOutline } from './model-access.ts'
import { projectGrants } from './project-grants.ts'
import { mayStillWrite } from './project-writers.ts'

type World = Omit<MachinePorts, 'store' | 'sink' | 'committed'> &
	Omit<RevertPorts, 'store' | 'committed'>

export function machineWorld(
	env: Env,
	identity: ConversationIdentity,
	log: (entry: LogEntry) => void,
) {
	const { conversationId, projectId } = identity
	const owner: CallOwner = { kind: 'conversation', id: conversationId }
	const room = () => roomOf(env, projectId)
	const known = modelsOf(env.MODEL_FACTS)
	if (known.problem) log({ level: 'warn', event: 'model_facts_invalid', message: known.problem })
	return {
		conversationId,
		room: {
			dispatch: (request) => room().dispatch({ ...request, owner }),
			cancel: (callIds) => room().cancel(owner, callIds),
			customTools: (editorKey) => room().customTools(editorKey),
			runChanged: (change) => room().runChanged(change),
			revertChanged: (change) => room().revertChanged(change),
		},
		servers: new ProjectServers(env, database(env.DB), projectId),
		clock: () => Date.now(),
		random: () => Math.random(),
		newId: (prefix) => newId(prefix),
		hash: (content) => createHash('sha256').update(content).digest('hex'),
		costOf: (model, usage) => known.costOf(model, usage),
		model: async (name, author) => modelAccess(env, projectId, name, author),
		outline: (name) => modelOutline(env, name),
		grants: () => projectGrants(env.DB, projectId),
		mayWrite: (author, permission) => mayStillWrite(env.DB, identity, author, permission),
		log,
	} satisfies World
}

/** For one call only: once the room was aborted, older stubs fail for good. */
export const roomOf = (env: Env, projectId: string) => env.ROOM.getByName(projectId)
