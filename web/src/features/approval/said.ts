/** Arguments of a call that its sentence says, so that they need not stand below it. Pure. */

import type { CallView } from '@fairlead/protocol/view/call-view'
import { isVector, type Label, valueText } from '@fairlead/protocol/view/labels/label'
import { type Names, nameOf } from '@fairlead/protocol/view/labels/names'
import { visible } from '@fairlead/protocol/view/visible'
import type { Bag } from '@fairlead/protocol/wire/safe-read'
import { orderOf } from '../../parts/calls/labels.ts'

/** Unity's own word for an object, next to whose name it says nothing. */
const IDS: readonly string[] = ['instance_id', 'game_object_id', 'parent_id']

/**
 * A value that stands in the sentence by chance is not said: the sentence without the argument must lack it.
 * @returns the arguments that a person still has to be shown
 */
export function unsaidOf(call: CallView, names: Names): Bag {
	const sentence = orderOf(call, names)
	const isSaid = ([key, value]: readonly [string, unknown]): boolean => {
		const shown = wordsOf(key, value, names)
		if (shown === null) return false
		const { [key]: _, ...others } = call.input
		const without = orderOf({ ...call, input: others }, names)
		return timesIn(sentence, shown) > timesIn(without, shown)
	}
	return Object.fromEntries(Object.entries(call.input).filter((one) => !isSaid(one)))
}

/** The value as a sentence would have it; null if no sentence has such values. */
function wordsOf(key: string, value: unknown, names: Names): string | null {
	const isPlain = typeof value === 'string' || typeof value === 'number' || isVector(value)
	if (!isPlain) return null
	const name = IDS.includes(key) ? nameOf(key, value, names) : undefined
	const text = name ?? valueText(value, whole)
	// `/Floor` is the object Floor without a parent.
	return visible(IDS.includes(key) ? text.replace(/^\/(?=[^/]+$)/, '') : text)
}

const whole = (text: string): string => text

/** A name stands alone in its piece; other words have no letter or digit beside them. */
const timesIn = (label: Label, words: string): number =>
	label.reduce((times, { type, text }) => {
		if (type !== 'text') return times + Number(text === words)
		const said = text.toLowerCase().split(words.toLowerCase())
		const whole = said.slice(1).filter((after, index) => {
			const before = said[index] ?? ''
			return !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)
		})
		return times + whole.length
	}, 0)
