/** Begins a tools step, inside a transaction: stores the model's calls and asks for the approvals they need. */

import { allTools, toolByName } from '@fairlead/protocol/tools'
import type { CallError } from '@fairlead/protocol/wire/calls'
import { startedBy } from '../../ports/sub-agent-id.ts'
import { type LoadedSkills, NONE_LOADED } from '../context/account-skills.ts'
import { recall } from '../context/recall.ts'
import type { ModelPart } from '../model/types.ts'
import {
	approvalPart,
	decisionsInForce,
	type Grants,
	judged,
	remembered,
	UNKNOWN_GRANTS,
} from '../policy/approvals.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { ModelStepResult, Run, Step, ToolCall } from '../run/run-state.ts'
import type { ChunkLog } from '../stream/chunk-log.ts'
import { openCallChunk, showOutcome, stepChunk } from '../stream/run-chunks.ts'
import { blobUrl } from './blob-id.ts'
import { customTools } from './custom-tools.ts'
import { settleFinished } from './finished-call.ts'
import { OWN_SEARCH, searchesOf, searchOffered } from './own-search.ts'
import { type MoreTools, proposeCalls } from './proposed-calls.ts'
import { serverTools } from './server-tools.ts'
import type { StoredOutcome } from './tool-results.ts'

const ACTIVATED_TOOLS = 'activated_tools'

export const activatedTools = (ports: Pick<MachinePorts, 'store'>): string[] =>
	JSON.parse(ports.store.setting(ACTIVATED_TOOLS) ?? '[]') as string[]

/** Why the editor would refuse them, by the model's own id of the call. */
export type Refusals = ReadonlyMap<string, CallError>
export const NONE_REFUSED: Refusals = new Map()

/** Findings about an answer's calls before they are made. */
export interface KnownOfCalls {
	readonly grants: Grants
	readonly refused: Refusals
	/** The account's skills, as `load_skill` returns them. */
	readonly skills: LoadedSkills
}

type Ports = Pick<MachinePorts, 'store' | 'clock' | 'hash' | 'conversationId' | 'isSharedWhole'>

function callableIn(
	ports: Ports,
	{ source }: Run,
): Pick<MoreTools, 'activated' | 'ownSearch' | 'servers'> {
	const { store } = ports
	switch (source.kind) {
		case 'model':
			return {
				activated: activatedTools(ports),
				ownSearch: searchOffered(store),
				servers: serverTools(store),
			}
		case 'client':
			// It finds tools by itself, and may call any of the project's editor; none of its agent's servers.
			return {
				activated: [...allTools, ...customTools(store)].map(({ name }) => name),
				ownSearch: false,
				servers: [],
			}
		default:
			return source satisfies never
	}
}

const proposed = (
	ports: Ports,
	run: Run,
	seq: number,
	parts: readonly ModelPart[],
	{ grants, refused, skills }: KnownOfCalls,
	asksNobody = startedBy(ports.conversationId) !== null,
): ToolCall[] => {
	const calls = proposeCalls({
		runId: run.id,
		stepSeq: seq,
		mode: run.mode,
		parts,
		now: ports.clock(),
		hash: ports.hash,
		...callableIn(ports, run),
		projectKind: run.projectKind,
		searches: parts.some((part) => part.type === 'tool-call' && part.name === OWN_SEARCH)
			? searchesOf(ports.store, run.id)
			: 0,
		custom: customTools(ports.store),
		recall: (params) => recall(ports.store, params, (id) => blobUrl(ports.conversationId, id)),
		remembered: (call) => remembered(call, run, grants.allowed, ports.isSharedWhole),
		skills,
		refused,
		asksNobody,
	})
	return settleFinished(ports.store, run, calls)
}

/** The decision may depend on what the project currently allows. */
export function wouldAsk(ports: Ports, run: Run, parts: readonly ModelPart[]): boolean {
	const asking = { ...run, decisions: decisionsInForce(run.decisions, UNKNOWN_GRANTS) }
	return proposedFor(ports, asking, parts, UNKNOWN_GRANTS).some(
		(call) => call.state === 'awaiting_approval',
	)
}

/** The calls as they would be made now, if people could be asked. */
export const proposedFor = (
	ports: Ports,
	run: Run,
	parts: readonly ModelPart[],
	grants: Grants,
): readonly ToolCall[] =>
	proposed(ports, run, 0, parts, { grants, refused: NONE_REFUSED, skills: NONE_LOADED }, false)

export function beginToolsStep(
	ports: Ports,
	begin: {
		readonly run: Run
		readonly seq: number
		readonly result: ModelStepResult
		readonly known: KnownOfCalls
		readonly epoch: number
	},
	log: ChunkLog,
): void {
	const { store, clock } = ports
	const { seq, result, known, epoch } = begin
	const { grants } = known
	const run = withoutRevoked(store, begin.run, grants)
	const step: Step = {
		runId: run.id,
		seq,
		kind: 'tools',
		state: 'running',
		attempt: 1,
		epoch,
		result: null,
		startedAt: clock(),
		finishedAt: null,
	}
	store.insertStep(step)
	log.append(stepChunk(step, 'running'))
	const calls = proposed(ports, run, seq, result.parts, known)
	// Called by its right name, a tool is known from now on: a model that got its arguments wrong reads its schema.
	if (run.source.kind === 'model') activateTools(ports, namesBehindSearch(calls))
	for (const call of calls) {
		store.insertCall(call)
		log.append(openCallChunk(call))
		showApproval(ports, run, call, grants, log)
		if (call.outcome) {
			showOutcome(call, call.outcome, clock(), log)
			activate(ports, call, call.outcome)
		}
	}
}

/** An answer that allowed something in the project counts until the grant is revoked. */
function withoutRevoked(store: Ports['store'], run: Run, grants: Grants): Run {
	const decisions = decisionsInForce(run.decisions, grants)
	const same = Object.keys(decisions).length === Object.keys(run.decisions).length
	return same ? run : store.updateRun(run.id, { decisions })
}

/** Asks, or says which earlier answer decided. Does nothing for a call that needs no approval. */
function showApproval(
	ports: Pick<Ports, 'isSharedWhole'>,
	run: Run,
	call: ToolCall,
	grants: Grants,
	log: ChunkLog,
): void {
	// A call that was refused for its arguments has the risk of a read: nobody decides about it.
	if (call.risk === 'read' || judged(call, run).verdict !== 'ask') return
	const { toolCallId: id, callId: approvalId } = call
	const data = approvalPart(call, run)
	if (call.state === 'awaiting_approval') {
		log.append({ type: 'tool-approval-request', approvalId, toolCallId: id })
		log.append({ type: 'data-approval', id, data })
		return
	}
	const known = remembered(call, run, grants.allowed, ports.isSharedWhole)
	if (!known) return
	const answer = { ...known, by: 'memory', at: call.createdAt } as const
	log.append({ type: 'data-approval', id, data: { ...data, reads: [], answer } })
}

const namesBehindSearch = (calls: readonly ToolCall[]): string[] =>
	calls.map(({ name }) => name).filter((name) => toolByName(name)?.offered === 'search')

function activate(ports: Ports, call: ToolCall, outcome: StoredOutcome): void {
	if (call.name !== 'find_tools' || outcome.status !== 'ok') return
	activateTools(ports, (outcome.result as { activated: string[] }).activated)
}

/** From the next step on they are in the model's list. */
export function activateTools(ports: Pick<MachinePorts, 'store'>, names: readonly string[]): void {
	const activated = activatedTools(ports)
	const all = [...new Set([...activated, ...names])]
	if (all.length > activated.length) ports.store.setSetting(ACTIVATED_TOOLS, JSON.stringify(all))
}
