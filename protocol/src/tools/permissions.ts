/** The scope of an approval: never more than a person would expect. Pure. */
import type { ConversationMode } from '../runs.ts'
import type { Permission } from '../stream-parts.ts'
import type { Risk } from './define-tool.ts'
import { resolveCall, toolByName } from './registry.ts'
import { runsCodeLater } from './runs-code-later.ts'
import { filesOfOperation } from './unity-batch.ts'

export interface RiskyPermission extends Permission {
	readonly risk: Risk
}

/**
 * The actions of a call, each once: those inside a batch, else its own, narrowed
 * to a subject where the action alone would allow too much. `params` as sent. A tool that the
 * registry does not know is a custom tool of the Unity project; it counts as running code.
 */
export function permissionsOf(
	method: string,
	params: Record<string, unknown>,
): readonly RiskyPermission[] {
	const resolved = resolveCall(method, params)
	if (!resolved.ok) return [{ tool: method, action: 'run', risk: 'execute' }]
	const { action, actionName, args } = resolved.call
	const inside = action.contains?.(args)
	if (inside) return unique(inside.map(({ tool, args }) => ofOperation(tool, args)))
	const subject = action.subject?.(args)
	const own = { tool: method, action: actionName, risk: action.risk }
	const worse = action.worse?.(args)
	if (worse) return [{ ...own, ...worse }]
	const named = subject === undefined ? own : { ...own, subject }
	return [withFiles(named, action.touches?.(args) ?? [])]
}

/**
 * Writing a file that runs code later counts as running code. A permission for one covers that file
 * only: "always write files" means ordinary files.
 */
function withFiles(permission: RiskyPermission, paths: readonly string[]): RiskyPermission {
	const running = paths.filter(runsCodeLater)
	if (permission.risk !== 'write' || running.length === 0) return permission
	return { ...permission, risk: 'execute', subject: running.join(', ') }
}

/** Its other arguments are checked when the batch runs; they may refer to results of earlier operations. */
function ofOperation(name: string, args: Readonly<Record<string, unknown>>): RiskyPermission {
	const { action } = args
	const actions = toolByName(name)?.actions ?? {}
	const known =
		typeof action === 'string' && Object.hasOwn(actions, action) ? actions[action] : undefined
	const own = { tool: name, action: String(action ?? 'run'), risk: known?.risk ?? 'write' }
	return withFiles(own, filesOfOperation({ tool: name, args }))
}

/** Equal for equal permissions. */
export const permissionKey = ({ tool, action, subject }: Permission): string =>
	subject === undefined ? `${tool} ${action}` : `${tool} ${action} ${subject}`

function unique(permissions: readonly RiskyPermission[]): RiskyPermission[] {
	return [...new Map(permissions.map((one) => [permissionKey(one), one])).values()]
}

const ORDER: readonly Risk[] = ['read', 'write', 'destructive', 'execute']

/** The highest risk in a call. */
export const worstRisk = (permissions: readonly RiskyPermission[]): Risk =>
	permissions.reduce<Risk>(
		(worst, { risk }) => (ORDER.indexOf(risk) > ORDER.indexOf(worst) ? risk : worst),
		'read',
	)

/** Whether a call of this risk needs approval in this mode. */
export function approvalFor(mode: ConversationMode, risk: Risk): 'run' | 'ask' | 'deny' {
	if (risk === 'read') return 'run'
	switch (mode) {
		case 'read-only':
			return 'deny'
		case 'ask':
			return 'ask'
		case 'auto':
			return risk === 'write' ? 'run' : 'ask'
		default:
			return mode satisfies never
	}
}
