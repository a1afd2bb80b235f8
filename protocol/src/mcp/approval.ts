/** The question to a person about a call, as an MCP elicitation, and the answer. Pure. */
import { type Effects, effectsOf } from '../tools/effects.ts'
import type { RiskyPermission } from '../tools/permissions.ts'
import { toolByName } from '../tools/registry.ts'
import { allMadeToRun, executeReason } from '../tools/unity/editor/execute-reason.ts'
import { UNSEEN } from '../view/unseen.ts'
import { visible, visibleSource } from '../view/visible.ts'
import type { McpCall } from './resolve.ts'

/** The key of the question in `inputRequests`, and of the answer in `inputResponses`. */
export const APPROVAL_KEY = 'approval'
/** Limit for other calls: a person reads it in a small window. */
const MAX_ARGUMENT_CHARS = 600
/** Limit for calls that run code or are destructive: a longer one is not asked about in a form, which would cut it. */
const MAX_WHOLE_CHARS = 20_000
const MAX_NAME_CHARS = 200

export type ElicitedAnswer =
	| { readonly kind: 'once' }
	/** Allows later calls of the same permission too, as long as this connection lasts. */
	| { readonly kind: 'session' }
	| { readonly kind: 'denied' }
	/** The window was closed, or the answer makes no sense: nobody decided. */
	| { readonly kind: 'unanswered' }

type AskedCall = Pick<McpCall, 'name' | 'params' | 'risk' | 'folder'>

/** Params of `elicitation/create`, form mode. */
export interface ApprovalQuestion {
	readonly mode: 'form'
	readonly message: string
	readonly requestedSchema: {
		readonly type: 'object'
		readonly properties: {
			readonly decision: {
				readonly type: 'string'
				readonly title: string
				readonly oneOf: { const: string; title: string }[]
			}
		}
		readonly required: string[]
	}
}

/**
 * Returns null if the arguments are too long for a form, and nobody may approve code that they cannot read.
 * @param asked the permissions that need a person
 */
export function approvalQuestion(
	call: AskedCall,
	asked: readonly RiskyPermission[],
	client: string,
): ApprovalQuestion | null {
	const shown = argumentsText(call)
	if (shown === null) return null
	const what = asked.map(permissionText).join(', ')
	return {
		mode: 'form',
		message: `${approvalSummary(call, asked, client)}${unshownText(call)}\n${shown}`,
		requestedSchema: {
			type: 'object',
			properties: {
				decision: {
					type: 'string',
					title: 'Decision',
					oneOf: [
						{ const: 'once', title: 'Allow once' },
						{ const: 'session', title: `Allow ${what} until the client disconnects` },
						{ const: 'deny', title: 'Deny' },
					],
				},
			},
			required: ['decision'],
		},
	}
}

/** One line; the risk comes first, before anything that the caller chose. */
export function approvalSummary(
	call: AskedCall,
	asked: readonly RiskyPermission[],
	client: string,
): string {
	return `${riskText(call)} ${oneLine(client)} wants to run ${asked.map(permissionText).join(', ')} in Unity.`
}

/** A form has the arguments alone: a file that is copied, or moved, to run there is read elsewhere. */
function unshownText(call: AskedCall): string {
	const [first, ...others] = allMadeToRun(call, call.folder)
	if (first === undefined) return ''
	const files = others.length === 0 ? oneLine(first) : `${others.length + 1} files`
	return ` The content of ${files} is not shown here: read it before you allow this.`
}

function riskText({ name, params, risk, folder }: AskedCall): string {
	switch (risk) {
		case 'read':
			return 'This call changes nothing.'
		case 'execute':
			return executeReason({ name, params }, folder)
		case 'write':
		case 'destructive':
			// Its author says so.
			if (risk === 'destructive' && toolByName(name) === undefined)
				return 'This call cannot be undone.'
			return undoText(effectsOf(name, params))
		default:
			return risk satisfies never
	}
}

/** True of what a revert does: a deleted file is put back, a closed scene is not opened again. */
function undoText({ undo, touches, leaves }: Effects): string {
	const revertable = undo || touches.length > 0
	if (leaves === null)
		return revertable ? 'This call can be undone.' : 'This call leaves nothing to undo.'
	return revertable
		? `Not all of this call can be undone. ${leaves}`
		: `Fairlead cannot undo this call. ${leaves}`
}

function oneLine(text: string): string {
	const line = text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
	const chars = [...line]
	return chars.length <= MAX_NAME_CHARS ? line : `${chars.slice(0, MAX_NAME_CHARS).join('')}…`
}

const permissionText = ({ tool, action, subject }: RiskyPermission): string => {
	const title = toolByName(tool)?.title ?? tool
	const named = action === 'run' ? `"${title}"` : `"${title}: ${action}"`
	return subject === undefined ? named : `${named} (${oneLine(subject)})`
}

/** Each argument on a line; lines of a text are marked, so that none looks like a line of the question. */
function argumentsText({ params, risk }: Pick<McpCall, 'params' | 'risk'>): string | null {
	const text = Object.entries(params)
		.map(([name, value]) => `${visible(name)}: ${valueText(value)}`)
		.join('\n')
	if (risk === 'execute' || risk === 'destructive') {
		return text.length <= MAX_WHOLE_CHARS ? text : null
	}
	return text.length <= MAX_ARGUMENT_CHARS ? text : `${text.slice(0, MAX_ARGUMENT_CHARS)}…`
}

function valueText(value: unknown): string {
	if (typeof value !== 'string' || !value.includes('\n')) {
		return visible(JSON.stringify(value) ?? 'null')
	}
	const lines = visibleSource(value).split('\n')
	return lines.map((line) => `\n  | ${line}`).join('')
}

/** @param response an `ElicitResult`, from the client: anything is possible */
export function approvalAnswer(response: unknown): ElicitedAnswer {
	if (typeof response !== 'object' || response === null) return { kind: 'unanswered' }
	const { action, content } = response as { action?: unknown; content?: unknown }
	if (action === 'decline') return { kind: 'denied' }
	if (action !== 'accept') return { kind: 'unanswered' }
	const decision = (content as { decision?: unknown } | null | undefined)?.decision
	switch (decision) {
		case 'once':
			return { kind: 'once' }
		case 'session':
			return { kind: 'session' }
		case 'deny':
			return { kind: 'denied' }
		default:
			return { kind: 'unanswered' }
	}
}

/** Whether a client that declared these capabilities can be asked. Before 2025-11-25 an empty object meant forms. */
export function canAsk(capabilities: unknown): boolean {
	const elicitation = (capabilities as { elicitation?: Record<string, unknown> } | undefined)
		?.elicitation
	if (typeof elicitation !== 'object' || elicitation === null) return false
	return Object.keys(elicitation).length === 0 || elicitation['form'] !== undefined
}
