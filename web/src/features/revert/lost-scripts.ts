/** Scripts that a revert moves to the trash although it leaves the scene alone, where their components stay. Pure. */
import type { RevertItem } from '@fairlead/protocol/conversations/revert'
import type { ObjectChange } from '@fairlead/protocol/view/run-changes'
import type { Sorted } from './items.ts'

const MAX_NAMED = 3

/** A sentence for each of them. */
export function lostScripts(
	{ conflicts, ready, impossible }: Sorted,
	overwritten: ReadonlySet<string>,
	objects: readonly ObjectChange[],
): string[] {
	const isChosen = ({ key }: RevertItem) => overwritten.has(key)
	const left = [...impossible, ...conflicts.filter((item) => !isChosen(item))]
	if (!left.some(({ kind }) => kind === 'scene')) return []
	return [...ready, ...conflicts.filter(isChosen)]
		.filter(({ change, label }) => change === 'trash' && /\.cs$/i.test(label))
		.map(({ label }) => sentenceOf(label.slice(label.lastIndexOf('/') + 1, -'.cs'.length), objects))
}

function sentenceOf(script: string, objects: readonly ObjectChange[]): string {
	const names = objects.filter((object) => hasComponent(object, script)).map(({ name }) => name)
	const more = names.length - MAX_NAMED
	const shown = more > 0 ? [...names.slice(0, MAX_NAMED), `${more} more`] : names
	const keepers =
		names.length === 0
			? 'Every object that has it keeps'
			: `${new Intl.ListFormat('en').format(shown)} ${names.length === 1 ? 'keeps' : 'keep'}`
	return `${keepers} the component ${script}, whose script goes to the trash.`
}

/** Whether the run gave it to the object. A type may have its namespace. */
const hasComponent = ({ kind, notes }: ObjectChange, script: string): boolean =>
	kind !== 'deleted' &&
	notes.some((note) => note === `${script} added` || note.endsWith(`.${script} added`))
