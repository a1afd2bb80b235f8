/** The page that lists projects begins with the one a person worked in last. */
import { afterEach, expect, test, vi } from 'vitest'
import { lastFirst, lastProject, rememberProject } from './last-project.ts'

afterEach(() => vi.unstubAllGlobals())

const list = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

test('the project that was opened last comes first, and the others keep their order', () => {
	expect(lastFirst(list, 'b').map(({ id }) => id)).toEqual(['b', 'a', 'c'])
	expect(lastFirst(list, 'a')).toEqual(list)
})

test('the list is as it was without a last project, or with one of another account', () => {
	expect(lastFirst(list, null)).toBe(list)
	expect(lastFirst(list, 'x')).toBe(list)
})

test('the last project is kept in this browser, and nothing breaks where storage is blocked', () => {
	const kept = new Map<string, string>()
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => void kept.set(key, value),
	})
	expect(lastProject()).toBeNull()
	rememberProject('b')
	expect(lastProject()).toBe('b')
	vi.stubGlobal('localStorage', undefined)
	rememberProject('c')
	expect(lastProject()).toBeNull()
})
