/** The question to a person about a call, as an MCP elicitation, and the answer. Pure. */
import type { RiskyPermission } from '../tools/permissions.ts'
import { toolByName } from '../tools/registry.ts'
import type { McpCall } from './resolve.ts'

/** The key of the question in `inputRequests`, and of the answer in `inputResponses`. */
export const APPROVAL_KEY = 'approval'
/** A person reads it in a small window. */
const MAX_ARGUMENT_CHARS = 600

export type ApprovalAnswer =
	| { readonly kind: 'once' }
	/** Also later calls of the same permission, as long as this connection lasts. */
	| { readonly kind: 'session' }
	| { readonly kind: 'denied' }
	/** The window was closed, or the answer makes no sense: nobody decided. */
	| { readonly kind: 'unanswered' }

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

/** @param asked the permissions that need a person */
export function approvalQuestion(
	call: Pick<McpCall, 'name' | 'params' | 'risk'>,
	asked: readonly RiskyPermission[],
	client: string,
): ApprovalQuestion {
	const what = asked.map(permissionText).join(', ')
	return {
		mode: 'form',
		message: `${client} wants to run ${what} in Unity (${RISK_TEXT[call.risk]}).\n${argumentsText(call.params)}`,
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

const RISK_TEXT = {
	read: 'changes nothing',
	write: 'can be undone',
	destructive: 'cannot be undone',
	execute: 'runs code or leaves the editor',
} as const

const permissionText = ({ tool, action, subject }: RiskyPermission): string => {
	const title = toolByName(tool)?.title ?? tool
	const named = action === 'run' ? `"${title}"` : `"${title}: ${action}"`
	return subject === undefined ? named : `${named} (${subject})`
}

function argumentsText(params: Readonly<Record<string, unknown>>): string {
	const text = JSON.stringify(params)
	return text.length <= MAX_ARGUMENT_CHARS ? text : `${text.slice(0, MAX_ARGUMENT_CHARS)}…`
}

/** @param response an `ElicitResult`, from the client: anything is possible */
export function approvalAnswer(response: unknown): ApprovalAnswer {
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
