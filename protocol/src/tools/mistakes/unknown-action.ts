/** An action that a tool does not have: the one that may be meant. Pure. */
import { type CallError, failed } from '../../wire/calls.ts'
import type { Risk } from '../define-tool.ts'
import { likeness, NEAR, nearest } from '../likeness.ts'
import { foreignAction } from './foreign-actions.ts'

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
	const name = given.toLowerCase()
	const meant =
		foreignAction(tool, name) ??
		foreignAction(tool, firstVerb(given)) ??
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
	const fits = (name: string): boolean => {
		const isRead = actions[name]?.risk === 'read'
		if (!isRead && LOOKS.has(verb)) return false
		const means = verb === name || same.includes(name) || isNearly(given, name)
		return means || (isRead && isPart(given, name))
	}
	const near = nearest(given, names).filter((name) => likeness(given, name) >= NEAR)
	return [...names.filter((name) => same.includes(name)), ...near].filter(fits).slice(0, 1)
}

/** A short name stands in many others. */
const isNearly = (given: string, name: string): boolean =>
	likeness(given, name) >= NEARLY &&
	2 * Math.min(given.length, name.length) > Math.max(given.length, name.length)

/** `find` of `find_by_tag`, `inspect` of `inspect_object`. */
const isPart = (given: string, name: string): boolean =>
	[given, name].some((one) => {
		const other = one === given ? name : given
		return one.startsWith(`${other}_`) || one.endsWith(`_${other}`)
	})
