/** The name of an agent step in Unity's Edit menu: "Undo Fairlead: create Cube and 2 more". Pure. */
import { text } from '../../../wire/safe-read.ts'
import type { Operation, Risk } from '../../define-tool.ts'
import { effectsOf } from '../../effects.ts'
import { resolveCall } from '../../registry.ts'

/** Unity cuts menu texts, and names of assets can be long. */
const MAX_OBJECT_CHARS = 60

interface Step {
	readonly name: string
	readonly params: Record<string, unknown>
	readonly risk: Risk
}

export function undoName(calls: readonly Step[]): string {
	const made = calls.filter(isRecorded)
	// Files of the same step are not in Unity's Undo history.
	const inScene = made.filter(({ name, params }) => effectsOf(name, params).undo)
	const steps = (inScene.length > 0 ? inScene : made).flatMap(changesOf)
	const [first, ...more] = steps.length > 0 ? steps : calls.slice(0, 1).flatMap(changesOf)
	if (!first) return 'Fairlead'
	const named = `Fairlead: ${what(first)} ${objectOf(first.args)}`.trim()
	return more.length > 0 && steps.length > 0 ? `${named} and ${more.length} more` : named
}

/** Unity records no step for going back. */
const isRecorded = ({ name, risk }: Step): boolean => risk !== 'read' && name !== 'unity_undo'

/** Looks inside batches: "batch" would not tell a user which step to undo. */
function changesOf({ name, params }: Step): Operation[] {
	const resolved = resolveCall(name, params)
	const inside = resolved.ok ? resolved.call.action.contains?.(resolved.call.args) : undefined
	const changes = inside?.filter(({ tool }) => tool !== 'unity_query')
	return changes && changes.length > 0 ? [...changes] : [{ tool: name, args: params }]
}

const what = ({ tool, args }: Operation): string =>
	(text(args['action']) ?? tool).replaceAll('_', ' ')

/** The object's new name, or the last part of its path; an id or `$0` would tell a user nothing. */
function objectOf(args: Operation['args']): string {
	const { name, component_type, primitive_type } = args
	if (typeof name === 'string') return name.slice(0, MAX_OBJECT_CHARS)
	const path = ['instance_id', 'game_object_id', 'asset_path', 'path', 'save_as']
		.map((key) => args[key])
		.find((value) => typeof value === 'string' && value.includes('/'))
	const last = typeof path === 'string' ? path.split('/').at(-1) : undefined
	const made = last || text(component_type) || text(primitive_type) || ''
	return made.slice(0, MAX_OBJECT_CHARS)
}
