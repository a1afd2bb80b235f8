/** An action that a tool does not have: the one that may be meant. Pure. */
import { type CallError, failed } from '../../wire/calls.ts'
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

/** @param given the action of a call, which is none of the names */
export function unknownAction(tool: string, given: unknown, names: readonly string[]): CallError {
	if (typeof given !== 'string')
		return failed('invalid_arguments', `${tool} needs "action", one of: ${names.join(', ')}.`).error
	const meant = actionMeant(given, names)
	const message = `${tool} has no action "${given.slice(0, 100)}". Its actions are: ${names.join(', ')}.`
	return failed(
		'invalid_arguments',
		message,
		meant === undefined ? {} : { hint: `Did you mean "${meant}"?` },
	).error
}

function actionMeant(given: string, names: readonly string[]): string | undefined {
	const [verb = ''] = given.toLowerCase().split(/[^a-z]/)
	const same = SAME.find((verbs) => verbs.includes(verb)) ?? []
	const near = nearest(given, names).filter((name) => likeness(given, name) >= NEAR)
	return names.find((name) => same.includes(name)) ?? near[0]
}
