/** Warriors that a person wrote are still there tomorrow, or the page says that they are not. */
import { LIMITS } from '@fairlead/corewar/source'
import { describe, expect, test } from 'vitest'
import { fileNameOf, nameOf } from './warrior-name.ts'
import { MAX_OWN, type TextStorage, WarriorStore } from './warrior-store.ts'

function memory(entries: readonly (readonly [string, string])[] = []) {
	const map = new Map(entries)
	return {
		getItem: (key: string) => map.get(key) ?? null,
		setItem: (key: string, value: string) => void map.set(key, value),
		removeItem: (key: string) => void map.delete(key),
		key: (at: number) => [...map.keys()][at] ?? null,
		get length() {
			return map.size
		},
	}
}
const full = (): TextStorage => ({
	...memory(),
	length: 0,
	setItem: () => {
		throw new DOMException('full', 'QuotaExceededError')
	},
})

test('warriors that one page kept are found by the next one, in the order in which they were made', () => {
	const storage = memory([['fairlead.theme', 'dark']])
	const store = new WarriorStore(storage)
	expect(store.put('b', ';name Two\nmov 0,1', 2)).toBe(true)
	expect(store.put('a', ';name One\nmov 0,1', 1)).toBe(true)
	expect(store.put('b', ';name Second\nmov 0,1', 99)).toBe(true)
	const { warriors, problem } = new WarriorStore(storage).list()
	expect(warriors.map(({ id, name, madeAt }) => [id, name, madeAt])).toEqual([
		['a', 'One', 1],
		['b', 'Second', 2],
	])
	expect(problem).toBeNull()
	store.remove('a')
	expect(new WarriorStore(storage).list().warriors.map(({ id }) => id)).toEqual(['b'])
})

test('another tab’s warrior is not lost by a change here', () => {
	const storage = memory()
	const [here, there] = [new WarriorStore(storage), new WarriorStore(storage)]
	here.put('a', 'mov 0,1', 1)
	there.put('b', 'dat 0', 2)
	here.put('a', 'mov 0,2', 1)
	expect(new WarriorStore(storage).list().warriors.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('full storage is said, and the text stays in this tab', () => {
	const store = new WarriorStore(full())
	expect(store.put('a', ';name Big\n', 1)).toBe(true)
	expect(store.list().warriors).toHaveLength(1)
	expect(store.list().problem).toContain('Big could not be kept')
})

test('a warrior that only this tab has is still there, and said, after changes here and in another tab', () => {
	const storage = memory()
	let isFull = false
	const tight: TextStorage = Object.assign(Object.create(storage), {
		setItem: (key: string, value: string) => {
			if (isFull) throw new DOMException('full', 'QuotaExceededError')
			storage.setItem(key, value)
		},
	})
	const [here, there] = [new WarriorStore(tight), new WarriorStore(storage)]
	here.put('a', ';name Kept', 1)
	isFull = true
	here.put('a', ';name Changed', 1)
	here.put('b', ';name Only here', 2)
	there.put('c', ';name Theirs', 3)
	here.changed({ key: 'fairlead.corewar.warrior.c' })
	const names = () => here.list().warriors.map(({ name }) => name)
	expect(names()).toEqual(['Changed', 'Only here', 'Theirs'])
	expect(here.list().problem).toContain('Only here could not be kept')
	isFull = false
	here.put('d', ';name Later', 4)
	expect(here.list().problem).toContain('Only here could not be kept')
	here.remove('b')
	expect(here.list().problem).toContain('Changed could not be kept')
	here.put('a', ';name Changed', 1)
	expect(here.list().problem).toBeNull()
	here.changed({ key: null })
	expect(names()).toEqual(['Changed', 'Theirs', 'Later'])
})

test('changes that another tab makes elsewhere are not looked at', () => {
	const store = new WarriorStore(memory())
	let told = 0
	store.subscribe(() => told++)
	store.changed({ key: 'fairlead.theme' })
	expect(told).toBe(0)
	store.changed({ key: 'fairlead.corewar.warrior.x' })
	expect(told).toBe(1)
})

test('warriors that are too many, too long, or too long together are refused with what to do', () => {
	const store = new WarriorStore(memory())
	for (let n = 0; n < MAX_OWN; n++) store.put(`w${n}`, 'dat 0', n)
	expect(store.put('more', 'dat 0', 0)).toBe(false)
	expect(store.list().problem).toContain('Export')
	expect(store.put('w1', 'x'.repeat(LIMITS.sourceLength + 1), 0)).toBe(false)
	for (let n = 0; n < 7; n++) store.put(`w${n}`, 'x'.repeat(LIMITS.sourceLength), 0)
	expect(store.put('w8', 'x'.repeat(LIMITS.sourceLength), 0)).toBe(false)
	expect(store.list().warriors.find(({ id }) => id === 'w8')?.source).toBe('dat 0')
})

test('values that others wrote under the same key are left out', () => {
	const key = 'fairlead.corewar.warrior.x'
	for (const text of ['', '{', 'null', '[]', '{"source":1,"madeAt":1}', '{"source":"a"}']) {
		expect(new WarriorStore(memory([[key, text]])).list().warriors).toEqual([])
	}
})

describe('names', () => {
	test.each([
		[';name Dwarf', 'Dwarf'],
		['; NAME  My Dwarf  \nmov 0,1', 'My Dwarf'],
		[';name Mail\n;redcode\n;name Real', 'Real'],
		['mov 0, 1 ; name tag', 'tag'],
		[';names no\n', 'Untitled'],
	])('%j is called %s', (source, name) => expect(nameOf(source)).toBe(name))
	test('a file’s name has only what every system takes', () => {
		expect(fileNameOf(';name ../Évil: Imp?\n')).toBe('vil-imp.red')
		expect(fileNameOf(';name ???')).toBe('warrior.red')
	})
})
