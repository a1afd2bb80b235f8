/** Why a call counts as running code, for the person who is asked. Pure. */
import type { ProjectKind } from '../../../packs/kind.ts'
import { type CallError, failed } from '../../../wire/calls.ts'
import { bag, bags, text } from '../../../wire/safe-read.ts'
import type { ActionSpec, Risk } from '../../define-tool.ts'
import { runsCodeLater } from '../../files/runs-code-later.ts'
import { holdsSecrets, isLog } from '../../files/secret-files.ts'
import { toolByName } from '../../registry.ts'

interface Called {
	readonly name: string
	readonly params: Readonly<Record<string, unknown>>
}

const PATHS = ['path', 'from', 'to', 'new_path', 'asset_path', 'paths'] as const

const pathsOf = (params: Readonly<Record<string, unknown>>): string[] =>
	PATHS.flatMap((name) => params[name]).filter((path) => typeof path === 'string')

const actionOf = ({ name, params }: Called): ActionSpec | undefined => {
	const actions = toolByName(name)?.actions ?? {}
	const action = text(params['action']) ?? 'run'
	return Object.hasOwn(actions, action) ? actions[action] : undefined
}

/** Before the arguments count; undefined for a tool of the project. */
const declaredRisk = (call: Called): Risk | undefined => actionOf(call)?.risk

/** The calls in a batch, or the call itself. */
function callsIn({ name, params }: Called): Called[] {
	const operations = bags(params['operations'])
	if (name !== 'unity_batch' || operations.length === 0) return [{ name, params }]
	return operations.map(({ tool, args }) => ({ name: text(tool) ?? '', params: bag(args) }))
}

/** Whether a call only looks, but at what goes to a model's provider then: a file that usually holds secrets. */
export const readsSecrets = (call: Called): boolean =>
	declaredRisk(call) === 'read' && pathsOf(call.params).some(holdsSecrets)

/** Arguments of an operation are checked when it runs, and until then may be anything. */
function writtenBy({ name, params }: Called): string[] {
	try {
		const paths: readonly unknown[] = actionOf({ name, params })?.touches?.(params) ?? []
		return paths.filter((path) => typeof path === 'string')
	} catch {
		return []
	}
}

function secretsReason(raised: readonly Called[]): string | null {
	const paths = raised.flatMap(({ params }) => pathsOf(params))
	if (paths.some(holdsSecrets))
		return raised.some(readsSecrets)
			? 'This call reads a file that usually holds secrets.'
			: 'This call takes or changes a file that usually holds secrets.'
	return paths.some(isLog) && !paths.every(isLog)
		? 'This call gives a log another ending, so that secrets in it are no longer hidden.'
		: null
}

/** It holds only names, unlike the other files of its folder, which decide what runs. */
const TAGS_AND_LAYERS = 'ProjectSettings/TagManager.asset'

/** The file that a copy or a move would make run later; null: it makes none. Arguments may be anything. */
export function madeToRun(call: Called, kind: ProjectKind): string | null {
	const { from, to }: { from?: unknown; to?: unknown } =
		actionOf(call)?.transfer?.(call.params) ?? {}
	return typeof from === 'string' && typeof to === 'string' && runsCodeLater(to, kind) ? from : null
}

/**
 * Refuses to make a file run by a call that has no `expected_sha256`: after the question it could be another file than
 * the one that a person saw.
 * @returns null if the call makes none run, or is bound to the file
 */
export function unboundCode(call: Called, kind: ProjectKind): CallError | null {
	const unbound = callsIn(call).filter(
		(one) => !('expected_sha256' in (actionOf(one)?.input.shape ?? {})),
	)
	const [file] = unbound.flatMap((one) => madeToRun(one, kind) ?? [])
	if (file === undefined) return null
	return failed('denied', `${file} would run at its new place, so the user has to see it first.`, {
		hint: 'Use copy_file or move_file instead: the user sees the file, and no other is taken.',
	}).error
}

/** Why the arguments of a call make it count as running code; null: they do not. */
export function raisedReason(call: Called, kind: ProjectKind): string | null {
	const raised = callsIn(call).filter((one) => {
		const risk = declaredRisk(one)
		return risk !== undefined && risk !== 'execute'
	})
	const changed = raised.flatMap(writtenBy).filter((path) => runsCodeLater(path, kind))
	const others = changed.filter((path) => path !== TAGS_AND_LAYERS)
	const reasons = [
		secretsReason(raised),
		changed.length > others.length
			? 'This call changes the tags and layers of the whole project.'
			: null,
		others.length > 0
			? 'This call changes a file that runs code, or decides what runs, later by itself.'
			: null,
	].filter((reason) => reason !== null)
	return reasons.length === 0 ? null : reasons.join(' ')
}

/**
 * A sentence for each reason. The call's risk is `execute`.
 * @param kind of the folder that the call changes; unless it is known, the stricter one
 */
export const executeReason = (call: Called, kind: ProjectKind = 'unity'): string =>
	raisedReason(call, kind) ?? 'This call runs code or leaves the editor.'

/** The files whose content a question would have to show. */
export const allMadeToRun = (call: Called, kind: ProjectKind = 'unity'): string[] =>
	callsIn(call).flatMap((one) => madeToRun(one, kind) ?? [])
