/** `tools/call`: what may run at once, what a person is asked, and how long a client waits. */

import {
	type AnsweredCall,
	APPROVAL_KEY,
	type ApprovalQuestion,
	approvalQuestion,
	approvalSummary,
	canAsk,
	FIND_TOOLS,
	type McpCall,
	type McpToolResult,
	onceOnly,
	resolveMcpCall,
	toolResult,
} from '@fairlead/protocol/mcp'
import type { McpScope } from '@fairlead/protocol/people/api-tokens'
import { readsSecrets, toolByName } from '@fairlead/protocol/tools'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server'
import type { MemberRole } from '../../access/actor.ts'
import { authorOf } from '../../access/author.ts'
import { isOfPack, type PackToolsPort } from '../../ports/pack-tools.ts'
import { callerMay, callerMayRead, callerMayRun, kindOf, type McpCaller } from '../caller.ts'
import { isOwnConversation } from '../conversation-of.ts'
import { answerInClient } from './answer-in-client.ts'
import {
	beginClientChange,
	cancelByMcp,
	type Followed,
	followClientChange,
	type OwnCall,
} from './client-change.ts'
import { readForClient, type Waiting } from './client-read.ts'

/** A person finds the phone, reads, and answers. The call stays open after that, and is collected by its id. */
const MAX_WAIT_MS = 10 * 60_000

/** One request, as the server read it. */
export interface ToolRequest extends Waiting {
	readonly name: string
	readonly args: Readonly<Record<string, unknown>>
	readonly packs: PackToolsPort
	/** The kinds of questions that the client can put to its user (2026-07-28); null: none. */
	readonly asks: { readonly form: boolean; readonly url: boolean } | null
	/** The responses in a repeated request, as the client sent them. */
	readonly responses: Readonly<Record<string, unknown>>
	readonly state: string | null
}

export const asksOf = (capabilities: unknown): ToolRequest['asks'] => {
	const { elicitation } = (capabilities ?? {}) as { elicitation?: { url?: unknown } }
	return { form: canAsk(capabilities), url: elicitation?.url !== undefined }
}

export async function callTool(
	caller: McpCaller,
	request: ToolRequest,
): Promise<McpToolResult | InputRequiredResult> {
	const { name, args } = request
	const kind = kindOf(caller)
	const custom = kind === 'unity' ? await customToolsFor(caller, request) : []
	const resolved = resolveMcpCall(name, args, { kind, custom })
	if (resolved.kind === 'answer') return toolResult(resolved.call, resolved.outcome)
	const { call } = resolved
	// A project's tool is known only by its own claim, even that it is a read.
	const ours = toolByName(call.name) !== undefined
	if (!ours && !callerMay(caller, 'room.make_calls')) {
		return toolResult(call, mayNot("run the project's own tools", 'editor', 'editor:call'))
	}
	if (call.risk === 'read') {
		if (!callerMayRead(caller, call.runsOn === 'relay' ? 'relay' : 'editor')) {
			return toolResult(call, mayNot('read the files of this project', 'approver', 'editor:read'))
		}
		const outcome = isOfPack(call.name)
			? await request.packs.call(call.name, authorOf(caller.actor), {
					params: call.params,
					signal: request.signal,
					model: null,
				})
			: await readForClient(caller, call, request)
		return toolResult(call, outcome)
	}
	if (!callerMay(caller, 'room.make_calls')) {
		const what = readsSecrets(call) ? 'read files that usually hold secrets' : 'change this project'
		return toolResult(call, mayNot(what, 'editor', 'editor:call'))
	}
	return change(caller, call, request)
}

const mayNot = (what: string, role: MemberRole, scope: McpScope): CallOutcome =>
	failed('denied', `This client may not ${what}.`, {
		hint: `Its person needs the role ${role}, and the client the scope "${scope}".`,
	})

/** The project's own tools are read only if the name may be one of theirs. */
async function customToolsFor({ env, project }: McpCaller, { name }: ToolRequest) {
	if (name !== FIND_TOOLS && toolByName(name)) return []
	return env.ROOM.getByName(project.id).customTools(null)
}

async function change(
	caller: McpCaller,
	call: McpCall,
	request: ToolRequest,
): Promise<McpToolResult | InputRequiredResult> {
	const earlier = await callIn(caller, request.state)
	// A call that is not known must not run as a new one: it would change the project a second time.
	if (request.state !== null && !earlier) return toolResult(call, NOT_ITS_CALL)
	const response = request.responses[APPROVAL_KEY]
	const decided =
		earlier !== null &&
		(await answerInClient(caller, earlier.call.conversationId, earlier.approvalId, response))
	const begun = earlier
		? ({ ok: true, call: earlier.call } as const)
		: await beginClientChange(caller, call, request.mark)
	if (!begun.ok) return toolResult(call, begun.outcome)
	const cancel = (): void => {
		if (request.mark !== null) return
		caller.background(cancelByMcp(caller, begun.call).catch(() => undefined))
	}
	request.signal.addEventListener('abort', cancel, { once: true })
	const ask = waysToAsk(caller, call, begun.call, request)
	const until = Date.now() + MAX_WAIT_MS
	// Asked already, and not answered in the client: somebody answers on the page.
	const elsewhere = ask === null || (earlier !== null && !decided)
	const first = await followClientChange(
		caller,
		begun.call,
		elsewhere ? 'wait' : 'return',
		until,
		request,
	)
	request.signal.removeEventListener('abort', cancel)
	return shown(caller, call, begun.call, first, ask)
}

/** A form that the user answers in the client · `page`: the client opens the page for them · null: it waits. */
type Ask = ApprovalQuestion | 'page' | null

function waysToAsk(
	caller: McpCaller,
	call: McpCall,
	{ conversationId }: OwnCall,
	{ asks }: ToolRequest,
): Ask {
	if (asks === null) return null
	if (asks.form && callerMayRun(caller, 'run.answer', conversationId)) {
		const question = approvalQuestion(call, call.permissions, caller.clientName)
		if (question !== null) return question
	}
	return asks.url && caller.origin !== '' ? 'page' : null
}

function shown(
	caller: McpCaller,
	call: McpCall,
	own: OwnCall,
	followed: Followed,
	ask: Ask,
): McpToolResult | InputRequiredResult {
	switch (followed.state) {
		case 'done':
			return toolResult(call, followed.outcome)
		case 'asks': {
			// Followed without a way to ask, the call waits: then this state does not come.
			if (ask === null) return toolResult(call, stillOpen(caller, own))
			const requestState = stateOf(own, followed.approvalId)
			return inputRequired({
				inputRequests: { [APPROVAL_KEY]: question(caller, call, own, ask) },
				requestState,
			})
		}
		case 'open':
			return toolResult(call, stillOpen(caller, own))
		default:
			return followed satisfies never
	}
}

function question(caller: McpCaller, call: McpCall, own: OwnCall, ask: 'page' | ApprovalQuestion) {
	if (ask === 'page') {
		const message = approvalSummary(call, call.permissions, caller.clientName)
		return inputRequired.elicitUrl({ message, url: pageOf(caller, own) })
	}
	return inputRequired.elicit(onceOnly(ask))
}

export const pageOf = ({ origin, project }: McpCaller, { conversationId }: OwnCall): string =>
	`${origin}/p/${project.id}/c/${conversationId}`

const stillOpen = (caller: McpCaller, own: OwnCall): CallOutcome =>
	failed('deadline_exceeded', 'The call still waits: for approval, or for Unity.', {
		hint: `The call continues without this client. A person answers at ${pageOf(caller, own)}; collect tells how it ended. Do not call it again.`,
		data: { id: `${own.conversationId}.${own.id}` },
	})

// The state names a call; only calls of the client's own conversations count, so it needs no signature.
const stateOf = ({ conversationId, id }: OwnCall, approvalId: string): string =>
	`${conversationId}.${id}.${approvalId}`

interface Earlier {
	readonly call: OwnCall
	readonly approvalId: string
}

/** Returns null if the state names no call of this client. */
async function callIn(caller: McpCaller, state: string | null): Promise<Earlier | null> {
	if (state === null) return null
	const [conversationId = '', id = '', ...approval] = state.split('.')
	if (!(await isOwnConversation(caller, conversationId))) return null
	return { call: { conversationId, id }, approvalId: approval.join('.') }
}

const NO_SUCH_CALL = failed('not_found', 'This client has no such call.', {
	hint: 'Pass "id" as the answer that said "still waits" named it.',
})
const NOT_ITS_CALL = failed('not_found', 'This client has no call with this "requestState".', {
	hint: 'Nothing was done. Call the tool again without it.',
})

/** Answers `collect`: the outcome of a call that was still open; with `stop`, after withdrawing it. */
export async function collectCall(
	caller: McpCaller,
	named: unknown,
	stop: boolean,
	waiting: Waiting,
	waitMs: number,
): Promise<McpToolResult> {
	const what: AnsweredCall = { name: 'collect', params: {}, risk: 'read' }
	const earlier = typeof named === 'string' ? await callIn(caller, named) : null
	if (!earlier) return toolResult(what, NO_SUCH_CALL)
	if (stop) await cancelByMcp(caller, earlier.call)
	const followed = await followClientChange(
		caller,
		earlier.call,
		'wait',
		Date.now() + waitMs,
		waiting,
	)
	const outcome = followed.state === 'done' ? followed.outcome : stillOpen(caller, earlier.call)
	return toolResult(what, outcome)
}
