/** Agents as people on the page see them, through the room: their list, and parts of their transcripts. */
import { type AgentRead, AgentReads } from '@fairlead/protocol/agents/agents'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { RpcRefusal } from '../../rpc/rpc-peer.ts'
import { readPart } from '../reading/transcript-part.ts'
import type { AgentDesk } from './agent-desk.ts'

export interface WatchedAgents {
	readonly agents: Pick<AgentDesk, 'list' | 'transcriptOf'>
	/** Whether the project that asks has this folder. */
	has(editorKey: string): boolean
}

/** @throws {RpcRefusal} if the request is not valid; everything else is an outcome */
export async function readAgents(
	{ agents, has }: WatchedAgents,
	method: AgentRead,
	params: unknown,
): Promise<CallOutcome> {
	switch (method) {
		case 'agents.list': {
			const request = AgentReads[method].safeParse(params)
			if (!request.success) throw invalid()
			const { editorKey } = request.data
			if (!has(editorKey)) return failed('not_found', 'That folder is not linked to this project.')
			return { status: 'ok', result: agents.list(editorKey) }
		}
		case 'agents.transcript': {
			const request = AgentReads[method].safeParse(params)
			if (!request.success) throw invalid()
			const { editorKey, agentId, ...asked } = request.data
			const found = has(editorKey) ? agents.transcriptOf(editorKey, agentId) : undefined
			const part = found && (await readPart(found.path, found.sessionId, asked))
			if (!part) return failed('not_found', 'That agent is not known here: its session is gone.')
			// It may have been forbidden meanwhile.
			if (!agents.transcriptOf(editorKey, agentId))
				return failed('not_found', 'The agents of this folder are no longer shown.')
			return { status: 'ok', result: { file: found.path, ...part } }
		}
		default:
			return method satisfies never
	}
}

const invalid = (): RpcRefusal =>
	new RpcRefusal(RPC_ERROR.invalidParams, 'This request is not valid.')
