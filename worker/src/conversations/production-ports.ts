/** The ports of a conversation's two machines: their room, D1's answers, models, time and randomness. */
import { createHash } from 'node:crypto'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { authorsSkill, authorsSkills } from '../accounts/store/skills.ts'
import { costAt, factsWith, modelsOf } from '../agent/model/registry/registry.ts'
import type { RevertPorts } from '../agent/revert/revert-machine.ts'
import type { LogEntry, MachinePorts } from '../agent/run/machine-ports.ts'
import { arenaTools } from '../arena/tools/pack-tools.ts'
import { database } from '../db/client.ts'
import { inTime } from '../db/in-time.ts'
import type { Env } from '../env.ts'
import { newId } from '../ids.ts'
import { ProjectServers } from '../mcp-client/project-servers.ts'
import type { ConversationIdentity } from '../ports/conversation.ts'
import type { CallOwner } from '../ports/room.ts'
import { startedBy } from '../ports/sub-agent-id.ts'
import { kindOfProject } from '../projects/store/projects.ts'
import { isSharedWhole } from '../sharing/shared-calls.ts'
import { payersSearch } from '../web-search/payers-search.ts'
import { countedBudgets } from './run-access/dollar-budgets.ts'
import { modelAccess, modelOutline } from './run-access/model-access.ts'
import { projectGrants } from './run-access/project-grants.ts'
import { mayStillWrite } from './run-access/project-writers.ts'
import { subAgentsPort } from './sub-agents.ts'

type World = Omit<MachinePorts, 'store' | 'sink' | 'committed'> &
	Omit<RevertPorts, 'store' | 'committed'>

export function productionPorts(
	env: Env,
	identity: ConversationIdentity,
	log: (entry: LogEntry) => void,
) {
	const { conversationId, projectId } = identity
	const owner: CallOwner = { kind: 'conversation', id: conversationId }
	const room = () => roomStub(env, projectId)
	const known = modelsOf(env.MODEL_FACTS)
	if (known.problem) log({ level: 'warn', event: 'model_facts_invalid', message: known.problem })
	return {
		conversationId,
		room: {
			dispatch: ({ byHand, ...request }) =>
				room().dispatch({ ...request, owner: byHand ? { ...owner, kind: 'person' } : owner }),
			cancel: (callIds) => room().cancel(owner, callIds),
			read: (read) => room().read(read) as Promise<unknown> as Promise<CallOutcome>,
			folder: (editorKey) => room().folder(editorKey),
			customTools: (editorKey) => room().customTools(editorKey),
			projectContext: (editorKey, rootsTold) => room().projectContext(editorKey, rootsTold),
			// Nobody has a sub-agent on the screen.
			runChanged: async (change, by) => {
				if (startedBy(conversationId) === null) await room().runChanged(change, by)
			},
			revertChanged: (change) => room().revertChanged(change),
		},
		agents: subAgentsPort(env, identity),
		servers: new ProjectServers(env, database(env.DB), projectId),
		search: payersSearch(env, projectId),
		packs: arenaTools(env, projectId),
		madeKind: async () => (await inTime(kindOfProject(database(env.DB), projectId))) ?? null,
		skills: {
			list: (author) => inTime(authorsSkills(database(env.DB), author)),
			load: (author, name) => inTime(authorsSkill(database(env.DB), author, name)),
		},
		clock: () => Date.now(),
		random: () => Math.random(),
		newId: (prefix) => newId(prefix),
		hash: (content) => createHash('sha256').update(content).digest('hex'),
		costOf: (model, usage, settings, paidBy) =>
			costAt(factsWith(known, model, settings, paidBy).price, usage),
		model: async (name, author, settings) => modelAccess(env, projectId, name, author, settings),
		outline: (name, settings) => modelOutline(env, name, settings),
		budgets: (run, own) => countedBudgets(env, identity, run, own),
		grants: () => projectGrants(env.DB, projectId),
		isSharedWhole: ({ name, params }) => isSharedWhole(name, params),
		mayWrite: (author, permission) => mayStillWrite(env.DB, identity, author, permission),
		log,
	} satisfies World
}

/** A stub for one call only: once the room was aborted, older stubs fail for good. */
export const roomStub = (env: Env, projectId: string) => env.ROOM.getByName(projectId)
