/** The scope of an approval: never more than a person would expect. Pure. */
import { familyInPlainFolder, inPlainFolder } from '../commands/command-families.ts'
import type { ConversationMode } from '../conversations/runs.ts'
import type { Permission } from '../conversations/stream-parts.ts'
import type { ProjectKind } from '../packs/kind.ts'
import { text } from '../wire/safe-read.ts'
import { runCommand } from './agent/run-command.ts'
import type { ActionSpec, Risk, WiderSubject } from './define-tool.ts'
import { runsCodeLater } from './files/runs-code-later.ts'
import { holdsSecrets, takesSecrets } from './files/secret-files.ts'
import { namesOf, namesOfTransfer } from './files/subjects.ts'
import { type ResolvedCall, resolveCall, toolByName } from './registry.ts'

export interface RiskyPermission extends Permission {
	readonly risk: Risk
	/** {@link ActionSpec.unasked} */
	readonly unasked?: true
	/** A subject that a person may allow instead. */
	readonly wider?: WiderSubject
}

/**
 * The actions of a call, each once: those inside a batch, else its own, narrowed
 * to a subject where the action alone would allow too much. `params` as sent. A tool that the
 * registry does not know is a custom tool of the Unity project; it counts as running code.
 * @param kind of the folder that the call changes; unless it is known, the stricter one
 */
export function permissionsOf(
	method: string,
	params: Record<string, unknown>,
	kind: ProjectKind = 'unity',
): readonly RiskyPermission[] {
	const resolved = resolveCall(method, params)
	if (!resolved.ok) return [{ tool: method, action: 'run', risk: 'execute' }]
	return permissionsOfResolved(resolved.call, kind)
}

/** {@link permissionsOf} a call that has been checked against the registry. */
export function permissionsOfResolved(
	{ tool: { name: method }, action, actionName, args }: ResolvedCall,
	kind: ProjectKind = 'unity',
): readonly RiskyPermission[] {
	const inside = action.contains?.(args)
	return inside
		? unique(inside.map(({ tool, args }) => ofOperation(tool, args)))
		: [ofAction(method, actionName, action, args, kind)]
}

/** The one rule for a call alone and for an operation in a batch. */
function ofAction(
	tool: string,
	name: string,
	action: ActionSpec,
	args: Readonly<Record<string, unknown>>,
	kind: ProjectKind,
): RiskyPermission {
	const subject = action.subject?.(args)
	const own = {
		tool,
		action: name,
		risk: action.risk,
		...(action.unasked ? { unasked: true as const } : {}),
	}
	const worse = action.worse?.(args)
	if (worse) return withFiles({ ...own, ...worse }, action, args, kind)
	if (action.changesNothing?.(args)) return { ...own, risk: 'read' }
	const wider = action.wider?.(args)
	const named = {
		...own,
		...(subject === undefined ? {} : { subject }),
		...(wider ? { wider } : {}),
	}
	return withFiles(inFolder(named, kind), action, args, kind)
}

/**
 * A permission to run a command in one kind of folder does not cover the other: in a plain folder, the agent writes
 * what the command runs without a question.
 */
function inFolder(permission: RiskyPermission, kind: ProjectKind): RiskyPermission {
	const { tool, subject, wider } = permission
	if (kind !== 'plain' || tool !== runCommand.name || subject === undefined) return permission
	return {
		...permission,
		subject: inPlainFolder(subject),
		...(wider ? { wider: familyInPlainFolder(wider) } : {}),
	}
}

/**
 * Writing a file that runs code later, or usually holds secrets, counts as running code. A permission for one covers that
 * file only: "always write files" means ordinary files. That of a copy or a move covers its source and its destination,
 * as a pair.
 */
function withFiles(
	permission: RiskyPermission,
	action: ActionSpec,
	args: Readonly<Record<string, unknown>>,
	kind: ProjectKind,
): RiskyPermission {
	if (action.risk !== 'write') return permission
	const asked = (action.touches?.(args) ?? []).filter(
		(path) => path !== permission.subject && (runsCodeLater(path, kind) || holdsSecrets(path)),
	)
	const transfer = action.transfer?.(args)
	if (asked.length === 0 && !(transfer && takesSecrets(transfer))) return permission
	const files = transfer ? namesOfTransfer(transfer) : namesOf(asked)
	// Reasons of other kinds stay.
	const worse = action.worse?.(args)
	return { ...permission, risk: 'execute', subject: worse ? `${worse.subject}, ${files}` : files }
}

/** Operations run in an editor, which checks their arguments: they may refer to results of earlier operations. */
function ofOperation(
	tool: string,
	{ action: chosen = 'run', ...sent }: Readonly<Record<string, unknown>>,
): RiskyPermission {
	const actions = toolByName(tool)?.actions ?? {}
	const name = text(chosen) ?? ''
	const action = Object.hasOwn(actions, name) ? actions[name] : undefined
	if (!action) return { tool, action: name, risk: 'write' }
	const parsed = action.input.safeParse(sent)
	try {
		return ofAction(tool, name, action, parsed.success ? parsed.data : sent, 'unity')
	} catch {
		return { tool, action: name, risk: 'execute', subject: 'arguments that cannot be read' }
	}
}

/** Equal for equal permissions. */
export const permissionKey = ({ tool, action, subject }: Permission): string =>
	subject === undefined ? `${tool} ${action}` : `${tool} ${action} ${subject}`

/** The permission that a person may give instead; itself where there is none. */
export const widened = ({ tool, action, subject, wider }: RiskyPermission): Permission => {
	const covered = wider?.subject ?? subject
	return covered === undefined ? { tool, action } : { tool, action, subject: covered }
}

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

export interface Judgement {
	/** `deny`: no answer of a person would let it run. */
	readonly verdict: 'run' | 'ask' | 'deny'
	/** The permissions that a person has to give; none unless it asks. */
	readonly needed: readonly RiskyPermission[]
}

/**
 * Whether a call may run: the one rule for the agent and for MCP clients, here and on the desk.
 * @param permissions all that the call needs
 * @param isGranted what was allowed before; nothing, unless it is told
 */
export function judge(
	permissions: readonly RiskyPermission[],
	mode: ConversationMode,
	isGranted: (permission: RiskyPermission) => boolean = () => false,
): Judgement {
	const denied = mode === 'read-only' && permissions.some(({ risk }) => risk !== 'read')
	if (denied) return { verdict: 'deny', needed: [] }
	const needed = permissions.filter((one) => asksIn(mode, one) && !isGranted(one))
	return { verdict: needed.length > 0 ? 'ask' : 'run', needed }
}

function asksIn(mode: ConversationMode, { risk, unasked }: RiskyPermission): boolean {
	switch (risk) {
		case 'read':
			return false
		case 'write':
			return mode !== 'auto' && !unasked
		case 'destructive':
		case 'execute':
			return true
		default:
			return risk satisfies never
	}
}
