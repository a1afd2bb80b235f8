import { expect, test } from 'vitest'
import { keyUse } from './key-use.ts'

const press = (text: string) => {
	const [key = '', ...held] = text.split('+').reverse()
	const has = (modifier: string) => held.includes(modifier)
	return {
		key,
		ctrlKey: has('ctrl'),
		shiftKey: has('shift'),
		altKey: has('alt'),
		metaKey: has('meta'),
	}
}

test('a program gets the keys that it needs, but not all: the keyboard must lead out of the terminal', () => {
	for (const keys of ['Tab', 'shift+Tab', 'Escape', 'ctrl+c', 'ctrl+k', 'Enter', 'shift+Enter'])
		expect(keyUse(press(keys), true), keys).toBe('program')
	expect(keyUse(press('ctrl+shift+Enter'), true)).toBe('leave')
	expect(keyUse(press('ctrl+shift+C'), true)).toBe('copy')
	expect(keyUse(press('ctrl+shift+F'), true)).toBe('find')
})

test('Tab goes on where nothing can be typed, and the lines can be read', () => {
	expect(keyUse(press('Tab'), false)).toBe('browser')
	expect(keyUse(press('PageUp'), false)).toBe('page-up')
	expect(keyUse(press('PageDown'), false)).toBe('page-down')
	expect(keyUse(press('ctrl+shift+C'), false)).toBe('copy')
	expect(keyUse(press('ctrl+shift+Enter'), false)).toBe('leave')
})
