/** Why a call counts as running code, for the person who is asked. Pure. */
import { bag, bags, text } from '../../../wire/safe-read.ts'
import type { Risk } from '../../define-tool.ts'
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

/** Before the arguments count; undefined for a tool of the project. */
const declaredRisk = ({ name, params }: Called): Risk | undefined =>
	toolByName(name)?.actions[text(params['action']) ?? 'run']?.risk

/** The calls in a batch, or the call itself. */
function callsIn({ name, params }: Called): Called[] {
	const operations = bags(params['operations'])
	if (name !== 'unity_batch' || operations.length === 0) return [{ name, params }]
	return operations.map(({ tool, args }) => ({ name: text(tool) ?? '', params: bag(args) }))
}

/** Whether a call only looks, but at what goes to a model's provider then: a file that usually holds secrets. */
export const readsSecrets = (call: Called): boolean =>
	declaredRisk(call) === 'read' && pathsOf(call.params).some(holdsSecrets)

/** One sentence. The call's risk is `execute`. */
export function executeReason(call: Called): string {
	const raised = callsIn(call).filter((one) => {
		const risk = declaredRisk(one)
		return risk !== undefined && risk !== 'execute'
	})
	const paths = raised.flatMap(({ params }) => pathsOf(params))
	if (paths.some(holdsSecrets))
		return raised.some(readsSecrets)
			? 'This call reads a file that usually holds secrets.'
			: 'This call takes or changes a file that usually holds secrets.'
	if (paths.some(isLog) && !paths.every(isLog))
		return 'This call gives a log another ending, so that secrets in it are no longer hidden.'
	if (paths.some((path) => runsCodeLater(path, 'unity')))
		return 'This call changes a file that runs code, or decides what runs, later by itself.'
	return 'This call runs code or leaves the editor.'
}
