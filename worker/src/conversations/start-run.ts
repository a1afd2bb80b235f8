/** The only way to begin a run: for people on the page and for automations alike. */

import type { PostMessage } from '@fairlead/protocol/conversations/messages'
import type { Budget } from '@fairlead/protocol/conversations/runs'
import type { ClientCall } from '@fairlead/protocol/wire/client-call'
import type { Actor, ActorOf, Allowance, MemberRole, Nobody } from '../access/actor.ts'
import { authorOf } from '../access/author.ts'
import { can } from '../access/can.ts'
import type { BudgetStop } from '../access/dollar-budgets.ts'
import { isOnTrial, withinTrial } from '../access/trial.ts'
import { defaultModel, modelName, namedModel, needsKeyOf } from '../agent/model/models.ts'
import { database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { payersProviders } from '../models/store/model-keys.ts'
import type {
	CallOptions,
	CallPosted,
	FinishedCall,
	PostOptions,
	PostResult,
} from '../ports/conversation.ts'
import type { ProjectRow } from '../projects/store/projects.ts'
import { chargeRun, giveBack, type Reached } from '../usage/quotas.ts'
import { findAllowance } from '../usage/store/allowances.ts'
import type { ConversationRow } from './record/conversations.ts'
import { stopBefore } from './run-access/dollar-budgets.ts'
import { saidFacts } from './run-access/said-facts.ts'

/** The conversation, and the role of the actor's person in it. */
export interface RunPlace {
	readonly project: ProjectRow
	readonly conversation: ConversationRow
	readonly role: MemberRole | null
	/** The project's allowance; missing: it is looked up. */
	readonly allowance?: Allowance | null
}

export type Started =
	| PostResult
	/** See `Verdict`. */
	| { readonly ok: false; readonly reason: 'forbidden' | 'hidden' }
	/** A limit of the person or the project is reached. */
	| { readonly ok: false; readonly reason: 'over_quota'; readonly reached: Reached }
	/** A budget in dollars of the person or the project stops it. */
	| { readonly ok: false; readonly reason: 'over_budget'; readonly stop: BudgetStop }

/**
 * Durable when it returns. Without an active run the message begins one, else it waits to enter the active
 * one. A repeated message id is the same message. Defaults for `said` come from the conversation.
 */
export async function startRun(
	env: Env,
	actor: Exclude<Actor, Nobody>,
	{ project, conversation, role, ...known }: RunPlace,
	said: PostMessage,
	/** The seat that the run works on; missing: the project's target. */
	editorKey?: string,
): Promise<Started> {
	const { id: conversationId, projectId } = conversation
	const allowance =
		known.allowance === undefined
			? await findAllowance(database(env.DB), projectId)
			: known.allowance
	const verdict = can<'conversation'>(actor, 'run.start', {
		kind: 'conversation',
		projectId,
		conversationId,
		role,
		allowance,
	})
	if (verdict !== 'allowed') return { ok: false, reason: verdict }
	const model = said.model ?? conversation.model
	const chosen = await usableModel(env, actor, projectId, model)
	if ('reason' in chosen) return chosen
	const asks = {
		name: chosen.model ?? modelName(defaultModel(env)),
		chosen: chosen.model !== null,
	}
	const facts = await saidFacts(env, projectId, authorOf(actor), asks)
	const stop = await stopBefore(env, authorOf(actor), projectId, { ...asks, ...facts })
	// A start that is repeated, since its answer was lost, may have spent the budget itself.
	if (stop && !(await isKnown(env, conversationId, said.message.id)))
		return { ok: false, reason: 'over_budget', stop }
	const db = database(env.DB)
	// Also a message that joins an active run is charged: it may begin the next one.
	const charged = await chargeRun(env, db, actor, { id: projectId, allowance }, Date.now())
	if ('reached' in charged) return { ok: false, reason: 'over_quota', reached: charged.reached }
	const on = { ...(editorKey === undefined ? {} : { editorKey }), ...facts }
	const posted = await post(env, actor, { project, conversation }, said, chosen.model, on)
	if (!posted.ok || posted.repeated) await giveBack(db, charged)
	return posted
}

const isKnown = async (env: Env, conversationId: string, messageId: string): Promise<boolean> =>
	(await env.CONVERSATION.getByName(conversationId).standingOf(messageId)) !== 'unknown'

/**
 * Hands in the call of an MCP client. The run that makes it asks no model, so it is not counted as one. Durable when
 * it returns, and repeated by its id.
 */
export async function startCall(
	env: Env,
	actor: ActorOf<'mcp' | 'token'>,
	place: RunPlace,
	call: ClientCall,
): Promise<CallStarted> {
	const refusal = refusalOf(actor, 'room.make_calls', place)
	return refusal ?? postCall(env, actor, place, call, { mode: place.conversation.mode })
}

/** Same as {@link startCall}, for a person who makes it on the page: that is the answer to the question already. */
export async function startOwnCall(
	env: Env,
	person: ActorOf<'session'>,
	place: RunPlace,
	call: ClientCall,
	editorKey: string,
): Promise<CallStarted> {
	const refusal = refusalOf(person, 'room.change_by_hand', place)
	return refusal ?? postCall(env, person, place, call, { mode: 'auto', editorKey })
}

/**
 * Same as {@link startCall}, for a client on a relay's machine: the call runs there. A person is asked, unless the
 * client's settings allow it; a conversation that is set to Read only refuses it.
 */
export async function startDeskCall(
	env: Env,
	relay: ActorOf<'relay'>,
	place: RunPlace,
	call: ClientCall,
	{ editorKey, allowed }: { readonly editorKey: string; readonly allowed: boolean },
): Promise<CallStarted> {
	const refusal = refusalOf(relay, 'room.ask_people', place)
	if (refusal) return refusal
	const unasked = allowed ? 'auto' : 'ask'
	const mode = place.conversation.mode === 'read-only' ? 'read-only' : unasked
	return postCall(env, relay, place, call, { mode, editorKey })
}

/** Hands in a call that a client on a relay's machine has made already. Same as {@link startCall}, but nothing runs. */
export async function recordDeskCall(
	env: Env,
	relay: ActorOf<'relay'>,
	place: RunPlace,
	call: ClientCall,
	finished: FinishedCall,
): Promise<CallStarted> {
	const refusal = refusalOf(relay, 'room.ask_people', place)
	if (refusal) return refusal
	const { editorKey } = finished.seat
	return postCall(env, relay, place, call, { mode: 'auto', editorKey, finished })
}

type CallRefused = { readonly ok: false; readonly reason: 'forbidden' | 'hidden' }
export type CallStarted = CallPosted | CallRefused

function refusalOf(
	actor: ActorOf<'mcp' | 'token' | 'relay' | 'session'>,
	permission: 'room.make_calls' | 'room.ask_people' | 'room.change_by_hand',
	{ conversation: { projectId }, role, allowance = null }: RunPlace,
): CallRefused | null {
	const project = { kind: 'project', projectId, role, allowance } as const
	const verdict = can<'project'>(actor, permission, project)
	return verdict === 'allowed' ? null : { ok: false, reason: verdict }
}

type PostPlace = Pick<RunPlace, 'project' | 'conversation'>

async function post(
	env: Env,
	actor: Exclude<Actor, Nobody>,
	place: PostPlace,
	said: PostMessage,
	/** The chosen model; null: the installation's default. */
	model: string | null,
	on: PostOptions,
): Promise<PostResult> {
	const { conversation } = place
	const conversationId = await opened(env, place)
	const { message, steer } = said
	const effort = said.effort ?? conversation.effort
	// RPC types cannot express the parts of a message.
	return (await env.CONVERSATION.getByName(conversationId).postMessage(
		{
			message,
			mode: said.mode ?? conversation.mode,
			...(steer === undefined ? {} : { steer }),
			...(model === null ? {} : { model }),
			...(effort === null ? {} : { effort }),
		},
		authorOf(actor),
		budgetOf(actor, place),
		on,
	)) as PostResult
}

async function postCall(
	env: Env,
	actor: Exclude<Actor, Nobody>,
	place: PostPlace,
	call: ClientCall,
	options: Omit<CallOptions, 'budget'>,
): Promise<CallPosted> {
	const conversation = env.CONVERSATION.getByName(await opened(env, place))
	const on = { ...options, budget: budgetOf(actor, place) }
	// RPC types cannot express a call's parts either.
	return (await conversation.postCall(call, authorOf(actor), on)) as CallPosted
}

async function opened(env: Env, { conversation: { id, projectId } }: PostPlace): Promise<string> {
	await env.CONVERSATION.getByName(id).open({ conversationId: id, projectId })
	return id
}

function budgetOf(actor: Exclude<Actor, Nobody>, { project, conversation }: PostPlace): Budget {
	const budget = { ...project.budget, ...conversation.budget }
	return isOnTrial(actor) ? withinTrial(budget) : budget
}

/** The chosen model, or the payer's default. null: the installation's default. */
async function usableModel(
	env: Env,
	actor: Exclude<Actor, Nobody>,
	projectId: string,
	name: string | null,
): Promise<{ readonly model: string | null } | Extract<PostResult, { ok: false }>> {
	const own = () => payersProviders(database(env.DB), projectId, authorOf(actor))
	if (!name) {
		if (!defaultModel(env).demo) return { model: null }
		return { model: modelName(defaultModel(env, await own())) }
	}
	const model = namedModel(name)
	if (!model) return { ok: false, reason: 'unknown_model', model: name }
	const needed = needsKeyOf(env, model)
	if (needed && !(await own()).has(needed)) return { ok: false, reason: 'no_key', model: name }
	return { model: name }
}
