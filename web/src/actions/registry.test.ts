import { describe, expect, test } from 'vitest'
import { canonicalKeys, keysOf, keysText } from './keys.ts'
import { type Action, ActionRegistry, type Moment } from './registry.ts'

const action = (id: string, keys?: string, during?: Moment): Action => ({
	id,
	title: id,
	run: () => undefined,
	...(keys === undefined ? {} : { keys }),
	...(during === undefined ? {} : { during }),
})
const press = (
	key: string,
	held: Partial<Record<'ctrl' | 'meta' | 'alt' | 'shift', boolean>> = {},
) =>
	keysOf({
		key,
		ctrlKey: held.ctrl ?? false,
		metaKey: held.meta ?? false,
		altKey: held.alt ?? false,
		shiftKey: held.shift ?? false,
	})

describe('the registry', () => {
	test('refuses keys that another action has, in any order', () => {
		const registry = new ActionRegistry()
		registry.add([action('palette.open', 'mod+shift+k')])
		expect(() => registry.add([action('list.toggle', 'Shift+Mod+K')])).toThrow(
			'"Shift+Mod+K" is taken by "palette.open"; "list.toggle" cannot have it too.',
		)
		expect(registry.byKeys('mod+shift+k')?.id).toBe('palette.open')
	})

	test('refuses a duplicate id', () => {
		const registry = new ActionRegistry()
		registry.add([action('palette.open')])
		expect(() => registry.add([action('palette.open', 'mod+k')])).toThrow('"palette.open" already')
	})

	test('a list with a conflict registers nothing', () => {
		const registry = new ActionRegistry()
		registry.add([action('a', 'mod+a')])
		expect(() => registry.add([action('b', 'mod+b'), action('c', 'mod+a')])).toThrow()
		expect(registry.all().map(({ id }) => id)).toEqual(['a'])
		registry.add([action('d', 'mod+b')])
	})

	test('Escape denies while the agent asks, stops while it works, and otherwise does nothing', () => {
		const registry = new ActionRegistry()
		registry.add([action('run.stop', 'escape', 'running')])
		registry.add([action('question.deny', 'escape', 'asking')])
		const meant = (moment: Moment | null) => {
			registry.setMoment(moment)
			return registry.byKeys('escape')?.id
		}
		expect(meant('running')).toBe('run.stop')
		expect(meant('asking')).toBe('question.deny')
		expect(meant(null)).toBeUndefined()
		// The sheet of shortcuts lists both, the palette neither.
		expect(registry.all()).toHaveLength(2)
		expect(registry.offered()).toEqual([])
	})

	test('an action of every moment, or of the same one, cannot have keys of a moment', () => {
		const registry = new ActionRegistry()
		registry.add([action('run.stop', 'escape', 'running')])
		expect(() => registry.add([action('pane.close', 'escape')])).toThrow('taken by "run.stop"')
		expect(() => registry.add([action('run.pause', 'Escape', 'running')])).toThrow(
			'taken by "run.stop"',
		)
	})

	test('an action that is not offered now cannot be run', () => {
		const registry = new ActionRegistry()
		let stopped = 0
		registry.add([{ ...action('run.stop', 'escape', 'running'), run: () => stopped++ }])
		registry.run('run.stop')
		expect([stopped, registry.get('run.stop')]).toEqual([0, undefined])
		registry.setMoment('running')
		registry.run('run.stop')
		expect(stopped).toBe(1)
	})

	test('a removed action frees its keys', () => {
		const registry = new ActionRegistry()
		const remove = registry.add([action('old', 'mod+k')])
		remove()
		registry.add([action('new', 'mod+k')])
		expect(registry.byKeys('mod+k')?.id).toBe('new')
	})
})

describe('keys', () => {
	test('⌘ and Ctrl are the same; other modifiers make other keys', () => {
		expect(press('k', { meta: true })).toBe(canonicalKeys('mod+k'))
		expect(press('K', { ctrl: true })).toBe(canonicalKeys('mod+k'))
		expect(press('k', { ctrl: true, shift: true })).toBe(canonicalKeys('mod+shift+k'))
		expect(press('k', { ctrl: true, alt: true })).not.toBe(canonicalKeys('mod+k'))
		expect(press('k')).not.toBe(canonicalKeys('mod+k'))
	})

	test('a sign matches whether or not the keyboard needs Shift for it; Shift with a named key is a different key', () => {
		expect(press('?', { shift: true })).toBe(canonicalKeys('?'))
		expect(press('?')).toBe(canonicalKeys('?'))
		expect(press('Enter', { shift: true })).not.toBe(canonicalKeys('enter'))
	})

	test('plus is a key as any other', () => {
		expect(press('+')).toBe(canonicalKeys('+'))
		expect(press('+', { ctrl: true })).toBe(canonicalKeys('mod++'))
		expect(new ActionRegistry().byKeys(press('+'))).toBeUndefined()
	})

	test('an unknown modifier is refused', () => {
		expect(() => canonicalKeys('hyper+k')).toThrow('no modifier "hyper"')
	})

	test('are written as labelled on the keyboard', () => {
		expect(keysText('mod+k', false)).toBe('Ctrl K')
		expect(keysText('mod+shift+k', true)).toBe('⌘⇧K')
		expect(keysText('escape', true)).toBe('Esc')
	})
})
