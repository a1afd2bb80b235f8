/** An action that a tool does not have: the one that may be meant. Pure. */
import { type CallError, failed } from '../../wire/calls.ts'
import type { Risk } from '../define-tool.ts'
import { likeness, NEAR, nearest } from '../likeness.ts'

/** Verbs for the same: models take one for another. */
const SAME: readonly (readonly string[])[] = [
	['destroy', 'delete', 'remove', 'erase'],
	['create', 'add', 'new', 'make', 'instantiate', 'spawn'],
	['modify', 'update', 'change', 'edit', 'set', 'configure'],
	['inspect', 'get', 'read', 'show', 'describe'],
	['list', 'search', 'find'],
	['duplicate', 'copy', 'clone'],
	['enter', 'play', 'start', 'run'],
	['exit', 'stop', 'end', 'leave'],
	['game', 'capture', 'screenshot'],
]

/** Ways to look at something: they never mean an action that changes anything. */
const LOOKS: ReadonlySet<string> = new Set([
	...['inspect', 'get', 'read', 'show', 'describe', 'list', 'search', 'find', 'view', 'query'],
	...['blame', 'history'],
])
/** Actions of a tool under other names than a verb for the same. */
const FOREIGN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
	unity_hierarchy: {
		move: ['set_transform', 'reparent'],
		translate: ['set_transform'],
		rotate: ['set_transform'],
		scale: ['set_transform'],
		position: ['set_transform'],
		parent: ['reparent'],
		hide: ['set_active'],
		show: ['set_active'],
		enable: ['set_active'],
		disable: ['set_active'],
		activate: ['set_active'],
		deactivate: ['set_active'],
		tag: ['set_tag_layer'],
		layer: ['set_tag_layer'],
	},
	git: {
		show: ['log', 'diff'],
		blame: ['log', 'diff'],
		history: ['log'],
		changes: ['status', 'diff'],
		checkout: ['switch'],
	},
}
/** An action that changes something is meant only by a name that is nearly its own. */
const NEARLY = 60

/**
 * @param given the action of a call, which is none of the tool's
 * @param actions the tool's, by name
 */
export function unknownAction(
	tool: string,
	given: unknown,
	actions: Readonly<Record<string, { readonly risk: Risk }>>,
): CallError {
	const names = Object.keys(actions)
	if (typeof given !== 'string')
		return failed('invalid_arguments', `${tool} needs "action", one of: ${names.join(', ')}.`).error
	const foreign = Object.hasOwn(FOREIGN, tool) ? FOREIGN[tool] : undefined
	const verb = firstVerb(given)
	const meant =
		(foreign && Object.hasOwn(foreign, verb) ? foreign[verb] : undefined) ??
		actionMeant(given, names, actions)
	const message = `${tool} has no action "${given.slice(0, 100)}". Its actions are: ${names.join(', ')}.`
	return failed(
		'invalid_arguments',
		message,
		meant.length === 0
			? {}
			: { hint: `Did you mean ${meant.map((name) => `"${name}"`).join(' or ')}?` },
	).error
}

const firstVerb = (given: string): string => given.toLowerCase().split(/[^a-z]/)[0] ?? ''

function actionMeant(
	given: string,
	names: readonly string[],
	actions: Readonly<Record<string, { readonly risk: Risk }>>,
): string[] {
	const verb = firstVerb(given)
	const same = SAME.find((verbs) => verbs.includes(verb)) ?? []
	const fits = (name: string): boolean =>
		actions[name]?.risk === 'read' ||
		(!LOOKS.has(verb) && (verb === name || same.includes(name) || isNearly(given, name)))
	const near = nearest(given, names).filter((name) => likeness(given, name) >= NEAR)
	return [...names.filter((name) => same.includes(name)), ...near].filter(fits).slice(0, 1)
}

/** A short name stands in many others. */
const isNearly = (given: string, name: string): boolean =>
	likeness(given, name) >= NEARLY &&
	2 * Math.min(given.length, name.length) > Math.max(given.length, name.length)
